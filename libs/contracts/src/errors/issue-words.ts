import { ExactNumber, plainNumber } from '@outturn/canonical'
import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

/** What is wrong with a value, in words for people: the schema library has none that they would know. */
export function issueWords(issue: RawIssue): string {
  const { input } = issue
  const isMissing = input === undefined
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing) return 'is required'
      return typeWords([issue.expected], input)
    case 'invalid_value': {
      // The empty value of a form stands for none of them.
      const values = (issue.values as readonly unknown[]).filter((value) => value !== '').join(', ')
      return isMissing ? `is required: one of ${values}` : `must be one of ${values}${sentValue(input)}`
    }
    case 'invalid_format':
      if (issue.format === 'regex') return patternWords(String(issue.pattern))
      return formatWords[issue.format] ?? otherForm
    case 'too_big':
      return overLimit(
        sizeWords(issue.origin, issue.exact === true ? 'exactly' : 'at most', issue.maximum),
        input,
      )
    case 'too_small':
      return sizeWords(issue.origin, issue.exact === true ? 'exactly' : 'at least', issue.minimum)
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue.divisor)}`
    case 'unrecognized_keys':
      return `has members that are not known: ${issue.keys.slice(0, 10).join(', ')}`
    case 'invalid_key':
      return 'has a name that is not taken here'
    case 'invalid_element':
      return 'has an item that is not taken here'
    // A rule that has no words of its own, and a union none of whose forms comes near.
    case 'custom':
    case 'invalid_union':
      return isMissing ? 'is required' : otherForm
    default:
      return otherForm
  }
}

const otherForm = 'does not have the form that is described in /openapi.json'

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  null: 'null',
}

/** What a value must be, and what was sent in its place. A list or an object that was sent as text is asked for as itself. */
export function typeWords(expected: readonly string[], input: unknown): string {
  const names = [...new Set(expected.map((each) => typeNames[each] ?? 'of another type'))]
  const wanted = names.join(' or ')
  // Every number of a request is a whole one, and a number that no float holds is none, or is too large to be one here.
  if (input instanceof ExactNumber) {
    return `must be ${wanted.replace(/^a number$/, 'a whole number')}; ${plainNumber(input)} was sent`
  }
  if (expected.includes('int') && typeof input === 'number') return `must be ${wanted}; ${input} was sent`
  return `must be ${wanted}, and ${sentName(input)} was sent${names.length === 1 ? asItself(wanted, input) : ''}`
}

/** A list or an object that came as text is asked for as itself, and a text where a list belongs as a list of one. */
function asItself(wanted: string, input: unknown): string {
  if (typeof input !== 'string') return ''
  if (/^a (?:whole )?number$/.test(wanted) && /^-?\d+(?:\.\d+)?$/.test(input) && input.length <= mostShown) {
    return `; send ${input} without quotes`
  }
  const isList = wanted === 'a list'
  if (isList && /^\s*\[/.test(input)) return '; send the list itself, without quotes around it'
  if (wanted === 'an object' && /^\s*\{/.test(input)) {
    return '; send the object itself, without quotes around it'
  }
  return isList && input !== '' && input.length <= mostShown
    ? `; send a list, such as ${JSON.stringify([input])}`
    : ''
}

const mostShown = 40

/** A short value that is none of those that may be chosen. */
function sentValue(input: unknown): string {
  if (typeof input === 'string' && input.length > mostShown) return ''
  return input === null || typeof input === 'object'
    ? `; ${sentName(input)} was sent`
    : `; ${JSON.stringify(input)} was sent`
}

/** What was sent, by its kind. */
export function sentName(input: unknown): string {
  if (input === undefined) return 'nothing'
  if (input === null || typeof input === 'boolean') return String(input)
  if (typeof input === 'string') return 'a text'
  if (typeof input === 'number' || typeof input === 'bigint') return 'a number'
  return Array.isArray(input) ? 'a list' : 'an object'
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
  if (characters === undefined) return otherForm
  const count = most === undefined ? least : `${least} to ${most}`
  return `must be ${prefix === '' ? '' : `"${prefix}" and `}${count} ${characters}`
}

/** A number that is too large is said, so that its sender sees what arrived. */
function overLimit(words: string, input: unknown): string {
  return typeof input !== 'number' ? words : `${words}; ${input} was sent`
}

function sizeWords(origin: unknown, bound: string, size: unknown): string {
  const plural = Number(size) === 1 ? '' : 's'
  if (origin === 'string') return `must have ${bound} ${String(size)} character${plural}`
  if (origin === 'number' || origin === 'int' || origin === 'bigint')
    return `must be ${bound} ${String(size)}`
  const what = origin === 'object' || origin === 'record' || origin === 'map' ? 'member' : 'item'
  return `must have ${bound} ${String(size)} ${what}${plural}`
}
