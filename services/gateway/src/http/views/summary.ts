import type { Answer } from '../route.ts'

type Members = Record<string, unknown>

/** Rejections that a summary keeps: enough to see what is wrong. */
const rejectionsKept = 5

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

/** What is shortened of each member that can be long; null where it is not long. */
const shorter: Readonly<Record<string, (value: unknown) => { value: unknown; leftOut: string } | null>> = {
  receipt: (receipt) => {
    if (!isMembers(receipt) || !isLong(receipt['unit_results'])) return null
    const { unit_results: _, ...value } = receipt
    return { value, leftOut: '.unit_results' }
  },
  rejections: (rejections) =>
    Array.isArray(rejections) && rejections.length > rejectionsKept
      ? { value: rejections.slice(0, rejectionsKept), leftOut: `[${rejectionsKept}…]` }
      : null,
  terms: (terms) => withoutMember(terms, 'text'),
  evidence: (evidence) => withoutMember(evidence, 'metadata'),
}

function shortened(members: Members, at: string, leftOut: Set<string>): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const found = Object.hasOwn(shorter, name) ? shorter[name]?.(value) : null
      if (found === null || found === undefined) return [name, value]
      leftOut.add(`${at}${name}${found.leftOut}`)
      return [name, found.value]
    }),
  )
}

function withoutMember(list: unknown, name: string) {
  if (!Array.isArray(list)) return null
  const items = list.filter(isMembers)
  if (!items.some((item) => Object.hasOwn(item, name))) return null
  return { value: items.map(({ [name]: _, ...item }) => item), leftOut: `[].${name}` }
}

function isLong(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
