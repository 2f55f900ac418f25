import { shortenings, type Shortening } from '@outturn/contracts'
import type { Answer } from '../route.ts'

type Members = Record<string, unknown>

/** An answer without its long parts; `left_out` names them. What is refused stays as it is. */
export function summaryOf(answer: Answer): Answer {
  const { status, body, contentType } = answer
  if (status >= 300 || contentType !== undefined || body.length === 0) return answer
  const read: unknown = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString())
  if (!isMembers(read)) return answer
  const leftOut = new Set<string>()
  const items = read['data']
  const short = Array.isArray(items)
    ? {
        ...read,
        data: items.map((item: unknown) => (isMembers(item) ? shortened(item, 'data[].', leftOut) : item)),
      }
    : shortened(read, '', leftOut)
  if (leftOut.size === 0) return answer
  return { ...answer, body: JSON.stringify({ ...short, left_out: [...leftOut] }) }
}

function shortened(members: Members, at: string, leftOut: Set<string>): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const shortening = Object.hasOwn(shortenings, name) ? shortenings[name] : undefined
      const found = shortening === undefined ? null : shorter(value, shortening)
      if (found === null) return [name, value]
      leftOut.add(`${at}${name}${found.leftOut}`)
      return [name, found.value]
    }),
  )
}

/** The value without what is long of it, and the name of that; null where nothing is. */
function shorter(value: unknown, shortening: Shortening): { value: unknown; leftOut: string } | null {
  if ('without' in shortening) return isMembers(value) ? withoutMember(value, shortening.without) : null
  if (!Array.isArray(value)) return null
  if ('first' in shortening) {
    const { first } = shortening
    return value.length > first ? { value: value.slice(0, first), leftOut: `[${first}…]` } : null
  }
  const { eachWithout: name } = shortening
  const items = value.filter(isMembers)
  if (!items.some((item) => Object.hasOwn(item, name))) return null
  return { value: items.map(({ [name]: _, ...item }) => item), leftOut: `[].${name}` }
}

/** An empty list is not long. */
function withoutMember(members: Members, name: string) {
  const { [name]: long, ...value } = members
  return Array.isArray(long) && long.length > 0 ? { value, leftOut: `.${name}` } : null
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
