import { ExactNumber } from '@outturn/canonical'
import {
  judgedPartOf,
  type JudgedPart,
  rowCountOf,
  shareWords,
  shownNumber,
  shownText,
} from '@outturn/checkers'
import type { Condition } from '../lifecycle/spool.ts'

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

/** The value that a path is to have: `a number of at least 200`. */
export function agreedValue({ deterministic_check: check }: Agreed): string {
  if (check?.checker !== 'json_path') return 'the value that was agreed'
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
  return check === undefined ? 'evidence in the form that was agreed' : forms[judgedPartOf(check)]
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
