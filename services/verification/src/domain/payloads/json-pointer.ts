import { type SentJson, SentNumber } from '@outturn/canonical'

export const maxPointerChars = 256
const maxPointerSteps = 16

const arrayIndex = /^(?:0|[1-9]\d*)$/

/** What is wrong with a JSON Pointer (RFC 6901) of a mapping; null for a usable one. */
export function pointerProblem(pointer: string): string | null {
  if (pointer.length > maxPointerChars) return `has more than ${maxPointerChars} characters`
  if (pointer !== '' && !pointer.startsWith('/')) return 'does not begin with "/"'
  if (/~(?![01])/.test(pointer)) return 'has a "~" that is not followed by 0 or 1'
  const steps = stepsOf(pointer)
  if (steps.length > maxPointerSteps) return `has more than ${maxPointerSteps} steps`
  if (steps.includes('-')) return 'has the step "-", which names no element'
  return null
}

/** The value at a usable pointer, by own members and elements alone; undefined where there is none. */
export function findAtPointer(document: SentJson, pointer: string): SentJson | undefined {
  let found: SentJson | undefined = document
  for (const step of stepsOf(pointer)) {
    if (typeof found !== 'object' || found === null || found instanceof SentNumber) return undefined
    if (Array.isArray(found)) {
      found = arrayIndex.test(step) ? (found as readonly SentJson[])[Number(step)] : undefined
    } else {
      found = Object.hasOwn(found, step) ? (found as Record<string, SentJson>)[step] : undefined
    }
  }
  return found
}

function stepsOf(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
