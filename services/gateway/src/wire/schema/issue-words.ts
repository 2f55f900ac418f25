import { ExactNumber } from '@outturn/canonical'
import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

/** What is wrong with a value, in words for people; undefined where the schema library says it well enough. */
export function issueWords(issue: RawIssue): string | undefined {
  const isMissing = issue.input === undefined
  switch (issue.code) {
    case 'invalid_type':
      // Every number of a request is a whole one, and a number that no float holds is none, or is too large to be one here.
      if (issue.input instanceof ExactNumber) {
        const wanted = issue.expected === 'number' ? 'a whole number' : `of the type ${issue.expected}`
        return `must be ${wanted}; ${String(issue.input)} was sent`
      }
      if (isMissing) return 'is required'
      if (issue.expected === 'int') return 'must be a whole number'
      return typeof issue.input === 'string' ? textWords[issue.expected] : undefined
    case 'invalid_value': {
      const values = (issue.values as readonly unknown[]).join(', ')
      return isMissing ? `is required: one of ${values}` : `must be one of ${values}`
    }
    case 'invalid_format':
      if (issue.format === 'regex') return patternWords(String(issue.pattern))
      return formatWords[issue.format]
    case 'too_big':
      return overLimit(
        sizeWords(issue.origin, issue.exact === true ? 'exactly' : 'at most', issue.maximum),
        issue.input,
      )
    case 'too_small':
      return sizeWords(issue.origin, issue.exact === true ? 'exactly' : 'at least', issue.minimum)
    // A rule that has no words of its own, and a union none of whose forms comes near.
    case 'custom':
    case 'invalid_union':
      return isMissing ? 'is required' : 'does not have the form that is described in /openapi.json'
    default:
      return undefined
  }
}

/** For what came as JSON text, or as a name, and belongs into the body as a value of its own. */
const textWords: Readonly<Record<string, string>> = {
  array: 'must be a list, and a text was sent; send the list itself, without quotes around it',
  object: 'must be an object, and a text was sent; send the object itself, without quotes around it',
}

const formatWords: Readonly<Record<string, string>> = {
  datetime: 'must be a date and time with its offset, such as 2026-01-31T17:00:00Z',
  url: 'must be a web address, such as https://example.com/path',
  base64: 'must be base64',
  base64url: 'must be base64url without padding',
}

const alphabets: Readonly<Record<string, string>> = {
  '0-9a-f': 'lower-case hexadecimal digits',
  '0-9a-fA-F': 'hexadecimal digits',
  '0-9A-Fa-f': 'hexadecimal digits',
  'A-Z': 'capital letters',
  'A-Za-z0-9': 'letters and digits',
  'A-Za-z0-9_': 'letters, digits and underscores',
  'A-Za-z0-9_-': 'letters, digits, dashes and underscores (base64url)',
}

/** A prefix and so many characters of one alphabet, which is what ids, digests and signatures are, in words. */
function patternWords(pattern: string): string {
  const [, prefix = '', alphabet = '', least, most] =
    /^\/\^([\w:]*)\[([^\]]+)\]\{(\d+)(?:,(\d+))?\}\$\/$/.exec(pattern) ?? []
  const characters = alphabets[alphabet]
  if (characters === undefined) return 'does not have the form that is described in /openapi.json'
  const count = most === undefined ? least : `${least} to ${most}`
  return `must be ${prefix === '' ? '' : `"${prefix}" and `}${count} ${characters}`
}

/** A number that is too large is said, so that its sender sees what arrived. */
function overLimit(words: string | undefined, input: unknown): string | undefined {
  return words === undefined || typeof input !== 'number' ? words : `${words}; ${input} was sent`
}

function sizeWords(origin: unknown, bound: string, size: unknown): string | undefined {
  const plural = Number(size) === 1 ? '' : 's'
  if (origin === 'string') return `must have ${bound} ${String(size)} character${plural}`
  if (origin === 'array') return `must have ${bound} ${String(size)} item${plural}`
  return origin === 'number' || origin === 'int' ? `must be ${bound} ${String(size)}` : undefined
}
