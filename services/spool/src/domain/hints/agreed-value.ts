import { ExactNumber } from '@outturn/canonical'
import {
  judgedPartOf,
  namesOfPath,
  type JudgedPart,
  rowCountOf,
  shareWords,
  shownNumber,
  shownText,
  prefersRows,
} from '@outturn/checkers'
import type { Condition } from '../model/spool.ts'

/** What would satisfy a check, in words of what was agreed. */
type Agreed = Pick<Condition, 'deterministic_check'>

const longestAgreed = 80
const namedPhrases = 3

function shown(value: unknown): string {
  if (typeof value === 'number' || value instanceof ExactNumber) return shownNumber(value)
  const text = typeof value === 'string' ? shownText(value) : (JSON.stringify(value) ?? String(value))
  return text.length > longestAgreed ? `${text.slice(0, longestAgreed)}…` : text
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : shown(value)
}

function listed(values: readonly unknown[], word: 'and' | 'or'): string {
  const names = values.slice(0, namedPhrases).map(shown)
  const more = values.length - names.length
  const all = more > 0 ? [...names, `${more} more`] : names
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')} ${word} ${last}`
}

/** The value that a path is to have: `a number of at least 200`. `place` is the path that it is looked for at. */
export function agreedValue({ deterministic_check: check }: Agreed, place: string | null = null): string {
  if (check?.checker !== 'json_path') return 'the value that was agreed'
  // What it is compared with may be any value of its kind.
  if (place !== null && place !== check.path) return 'a value'
  return comparedValue(check) ?? plainValue(check)
}

type PathCheck = Extract<NonNullable<Condition['deterministic_check']>, { checker: 'json_path' }>

const relations: Readonly<Record<string, string>> = {
  equals: 'equal to',
  not_equals: 'other than',
  gt: 'greater than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
}
const temporal: Readonly<Record<string, string>> = {
  ...relations,
  equals: 'the same as',
  gt: 'after',
  gte: 'not before',
  lt: 'before',
  lte: 'not after',
}

/** A path of one name as that name. */
function columnOf(path: string): string {
  const names = namesOfPath(path)
  return names?.length === 1 ? shown(names[0]) : path
}

/** A value that is compared as a time, by its length, together with others or with another one; null for any other. */
function comparedValue(check: PathCheck): string | null {
  const { as, measure, aggregate, value_path: path, operator = 'exists', value, min, max } = check
  const bound = path === undefined ? textOf(value) : `the value of ${columnOf(path)}`
  const relation = relations[operator] ?? operator
  if (as !== undefined) return `a day or time ${temporal[operator] ?? operator} ${bound}`
  if (aggregate === 'distinct') return differentValues(operator, bound)
  if (aggregate !== undefined) return `values whose ${aggregateNouns[aggregate]} is ${relation} ${bound}`
  if (measure === undefined) return path === undefined ? null : `a value ${relation} ${bound}`
  const subject = measure === 'items' ? 'a list' : 'a text'
  if (min !== undefined && max !== undefined) return `${subject} of ${min} to ${max} ${measure}`
  if (min !== undefined) return `${subject} of at least ${min} ${measure}`
  if (max !== undefined) return `${subject} of at most ${max} ${measure}`
  return `${subject} whose number of ${measure} is ${relation} ${bound}`
}

/** So many different values: `the same value everywhere`, `at most 3 different values`. */
function differentValues(operator: string, bound: string): string {
  if (operator === 'equals' && bound === '1') return 'the same value everywhere'
  return `${amounts[operator] ?? operator} ${bound} different values`
}

const amounts: Readonly<Record<string, string>> = {
  equals: 'exactly',
  not_equals: 'another number than',
  gt: 'more than',
  gte: 'at least',
  lt: 'fewer than',
  lte: 'at most',
}

const aggregateNouns: Readonly<Record<Exclude<NonNullable<PathCheck['aggregate']>, 'distinct'>, string>> = {
  sum: 'sum',
  mean: 'mean',
  min: 'least',
  max: 'greatest',
  count: 'number',
}

/** One value of each format. */
const samples: Readonly<Record<string, string>> = {
  email: 'an email address, such as ana@example.com,',
  e164: 'a phone number in the form of E.164, such as +14155550123,',
  uuid: 'a UUID, such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301,',
  iso_date: 'a day, such as 2026-12-01,',
  iso_date_time: 'a date and time, such as 2026-12-01T17:00:00Z,',
  iso_country: 'a country code of two capital letters, such as DE,',
  iso_currency: 'a currency code of three capital letters, such as EUR,',
  bcp47: 'a language tag, such as en or de-CH,',
  hex_colour: 'a colour in hexadecimal digits, such as #ffaa00,',
  semver: 'a semantic version, such as 1.4.0,',
  ipv4: 'an IPv4 address, such as 192.0.2.1,',
  iban: 'an IBAN, such as DE89370400440532013000,',
}

function plainValue(check: PathCheck): string {
  const { value } = check
  switch (check.operator ?? 'exists') {
    case 'exists':
      return 'a value'
    case 'not_exists':
      return 'no value at all'
    case 'equals':
      return `exactly ${shown(value)}`
    case 'not_equals':
      return `a value other than ${shown(value)}`
    case 'gt':
      return `a number of more than ${shown(value)}`
    case 'gte':
      return `a number of at least ${shown(value)}`
    case 'lt':
      return `a number of less than ${shown(value)}`
    case 'lte':
      return `a number of at most ${shown(value)}`
    case 'in':
      return `one of the values ${listed(Array.isArray(value) ? value : [value], 'or')}`
    case 'contains':
      return `a value that contains ${shown(value)}`
    case 'matches':
      return `a text that matches the pattern ${shown(value)}`
    case 'not_matches':
      return check.partial === true
        ? `a text without a match of the pattern ${shown(value)}`
        : `a text that does not match the pattern ${shown(value)}`
    case 'format':
      return samples[textOf(value)] ?? `a value of the format ${textOf(value)}`
    case 'type':
      return `a value of the JSON type ${textOf(value)}`
    case 'count_equals':
      return `exactly ${textOf(value)} value${value === 1 ? '' : 's'}`
    default:
      return 'the value that was agreed'
  }
}

const forms: Readonly<Record<JudgedPart, string>> = {
  rows: 'a table (type dataset with metadata.rows, or a CSV file of media type text/csv)',
  rows_or_json: 'a table (type dataset with metadata.rows, or a CSV file) or a JSON document (metadata.json)',
  text: 'a text (metadata.text, or a file of media type text/plain)',
  json: 'a JSON document (metadata.json, or a file of media type application/json)',
  content:
    'the content itself (metadata.text, metadata.json, or a file in content_base64 with its media_type)',
  link: 'a link (metadata.url, such as https://www.example.com/)',
  times: 'an item that has the agreed time',
  nothing: 'evidence',
}

/** The form of evidence that a check reads, and how it is sent. */
export function agreedForm({ deterministic_check: check }: Agreed): string {
  if (check === undefined) return 'evidence in the form that was agreed'
  const part = judgedPartOf(check)
  return forms[part === 'json' && prefersRows(check) ? 'rows_or_json' : part]
}

/** ` (10 rows were agreed)`, where a number was. */
export function agreedRows({ deterministic_check: check }: Agreed): string {
  if (check?.checker !== 'row_count') return ''
  const { expected, min, max } = check
  if (expected !== undefined) return ` (${rowCountOf(expected)} ${expected === 1 ? 'was' : 'were'} agreed)`
  const bounds = [
    ...(min === undefined ? [] : [`at least ${rowCountOf(min)}`]),
    ...(max === undefined ? [] : [`at most ${rowCountOf(max)}`]),
  ]
  return ` (${bounds.join(' and ')} were agreed)`
}

/** ` (at least 95 % of the rows were agreed)`, where a share was. */
export function agreedShare({ deterministic_check: check }: Agreed): string {
  const isOfRows = check !== undefined && 'min_share_bp' in check && check.min_share_bp !== undefined
  return isOfRows ? ` (${shareWords(check)} of the rows were agreed)` : ''
}

/** `at least 2 of "a", "b" and "c"`, where so many of several fields suffice; null elsewhere. */
export function agreedChoice({ deterministic_check: check }: Agreed): string | null {
  if (check?.checker !== 'completeness' || check.at_least === undefined) return null
  const names = check.required_fields.map((name) => shownText(name))
  return `at least ${check.at_least} of ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}

export function agreedSchemes({ deterministic_check: check }: Agreed): string {
  const schemes = check?.checker === 'url_format' ? check.schemes : undefined
  return (schemes ?? ['https', 'http']).map((scheme) => `${scheme}://`).join(' or ')
}

export function agreedStatus({ deterministic_check: check }: Agreed): string {
  const expected = check?.checker === 'http_status' ? check.expected : undefined
  if (expected === undefined) return 'status 200'
  return typeof expected === 'object' ? `status ${listed(expected, 'or')}` : `status ${String(expected)}`
}

/** Whether the check wants a text without its phrases. */
export function excludesPhrases({ deterministic_check: check }: Agreed): boolean {
  return check?.checker === 'text_contains' && check.none_of !== undefined
}

/** ` "a" and "b"`: the phrases, the digest or the deadline that was agreed, where there is one. */
export function agreedPhrases({ deterministic_check: check }: Agreed): string {
  switch (check?.checker) {
    case 'text_contains': {
      if (check.none_of !== undefined) return ` ${listed(check.none_of, 'or')}`
      return check.any_of === undefined
        ? ` ${listed(check.all_of ?? [check.text ?? ''], 'and')}`
        : ` ${listed(check.any_of, 'or')}`
    }
    case 'hash_matches':
      return ` (${check.algorithm ?? 'sha256'} ${check.expected.toLowerCase()})`
    case 'deadline_met':
      return ` ${check.deadline}`
    default:
      return ''
  }
}
