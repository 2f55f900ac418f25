import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

/** What is wrong with a value, in words for people; undefined where the schema library says it well enough. */
export function issueWords(issue: RawIssue): string | undefined {
  const isMissing = issue.input === undefined
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing) return 'is required'
      return issue.expected === 'int' ? 'must be a whole number' : undefined
    case 'invalid_value': {
      const values = (issue.values as readonly unknown[]).join(', ')
      return isMissing ? `is required: one of ${values}` : `must be one of ${values}`
    }
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'must be a date and time with its offset, such as 2026-01-31T17:00:00Z'
        : undefined
    case 'too_big':
      return sizeWords(issue.origin, issue.exact === true ? 'exactly' : 'at most', issue.maximum)
    case 'too_small':
      return sizeWords(issue.origin, issue.exact === true ? 'exactly' : 'at least', issue.minimum)
    default:
      return undefined
  }
}

function sizeWords(origin: unknown, bound: string, size: unknown): string | undefined {
  const plural = Number(size) === 1 ? '' : 's'
  if (origin === 'string') return `must have ${bound} ${String(size)} character${plural}`
  if (origin === 'array') return `must have ${bound} ${String(size)} item${plural}`
  return origin === 'number' || origin === 'int' ? `must be ${bound} ${String(size)}` : undefined
}
