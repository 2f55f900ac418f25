import type { DeterministicCheck } from '@outturn/checkers'
import { type Form, form, type Parts } from './form.ts'
import { fieldPattern, instantPattern, readField } from './phrases.ts'

const quoted = String.raw`"[^"]{1,2000}"`
const conjunction = `(?:, and | and |, )`
const disjunction = `(?:, or | or )`
const textSubject = String.raw`(?:(?:the )?(?:text|document|content|report)|(?:every |each )?field (?<field>${fieldPattern}))`
const noLaterThan = '(?:by|no later than|not later than|on or before)'
const deadline = `(?<deadline>${instantPattern})`
const work =
  '(?:the |all )?(?:work|delivery|deliverable|dataset|data|file|list|report|document|rows|results|everything|it)'
const obliged = '(?:must|shall|will|should|has to|have to|needs to|need to|is to|are to)'
/** What may stand before `by`; a time alone is the time of delivery too. */
const delivered = `(?:(?:${work} )?(?:(?:${obliged} be|is|are) )?(?:delivered|received|submitted|due|arrives) |${work} ${obliged} arrive |deliver |submit )?`
const url = String.raw`(?<url>https?://[^\s"<>]{1,2000})`
const status = '(?:status |status code |http )?(?<status>[1-5]\\d\\d|[1-5]xx)'
const answers = '(?:returns|return|answers|answers with|responds with|must return) (?:a |an )?'

/** What can be said about text, digests, time of delivery and reachable URLs. */
export const deliveryForms: readonly Form[] = [
  form(
    'text_contains',
    'text contains "signed by both parties"',
    `${textSubject} (?:contains|includes|must contain|mentions) (?<all>${quoted}(?:${conjunction}${quoted}){0,99})`,
    (parts) => {
      const phrases = readQuoted(parts.all ?? '')
      const [only] = phrases
      return phrases.length === 1 && only !== undefined
        ? textCheck(parts, { text: only })
        : textCheck(parts, { all_of: phrases })
    },
  ),
  form(
    'text_contains',
    'text contains "invoice" or "receipt"',
    `${textSubject} (?:contains|includes|must contain|mentions) (?:either )?(?<any>${quoted}(?:${disjunction}${quoted}){1,99})`,
    (parts) => textCheck(parts, { any_of: readQuoted(parts.any ?? '') }),
  ),
  form(
    'text_contains',
    'text does not contain "draft"',
    `${textSubject} (?:does not|must not|doesn't) (?:contain|include|mention) (?<none>${quoted}(?:(?:${disjunction}|${conjunction})${quoted}){0,99})`,
    (parts) => textCheck(parts, { none_of: readQuoted(parts.none ?? '') }),
  ),
  form(
    'hash_matches',
    'sha256 is 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    String.raw`(?:the )?(?<algorithm>sha-?(?:256|384|512))(?: (?:digest|hash|checksum))?(?: of the (?:file|content|delivery))? (?:is|equals|matches|=) (?<digest>[0-9a-f]{64,128})`,
    (parts) => hashCheck(parts),
  ),
  form(
    'deadline_met',
    'delivered by 2026-02-06T17:00:00Z',
    `(?:${delivered}${noLaterThan}|(?:the )?(?:deadline|due date|delivery date)(?: is|:)) ${deadline}`,
    (parts) => ({ checker: 'deadline_met', deadline: withSeconds(parts.deadline ?? '') }),
  ),
  form(
    'deadline_met',
    'field delivered_at is no later than 2026-02-06T17:00:00Z',
    `(?:every |each )?field (?<field>${fieldPattern}) is ${noLaterThan} ${deadline}`,
    (parts) => ({
      checker: 'deadline_met',
      deadline: withSeconds(parts.deadline ?? ''),
      basis: 'field',
      field: readField(parts.field ?? ''),
    }),
  ),
  form('http_status', 'https://example.com/report returns 200', `${url} ${answers}${status}`, (parts) => ({
    checker: 'http_status',
    url: parts.url ?? '',
    expected: readStatus(parts),
  })),
  form(
    'http_status',
    'every URL in field link returns 200',
    `(?:every |each |the )?url in (?:field )?(?<field>${fieldPattern}) ${answers}${status}`,
    (parts) => ({ checker: 'http_status', field: readField(parts.field ?? ''), expected: readStatus(parts) }),
  ),
]

function textCheck(
  parts: Parts,
  phrases: { text: string } | { all_of: string[] } | { any_of: string[] } | { none_of: string[] },
): DeterministicCheck {
  return {
    checker: 'text_contains',
    ...phrases,
    ...(parts.field === undefined ? {} : { field: readField(parts.field) }),
  }
}

function hashCheck(parts: Parts): DeterministicCheck | null {
  const algorithm = (parts.algorithm ?? '').toLowerCase().replace('-', '')
  const expected = (parts.digest ?? '').toLowerCase()
  if (algorithm === 'sha256') return { checker: 'hash_matches', expected }
  if (algorithm === 'sha384' || algorithm === 'sha512')
    return { checker: 'hash_matches', expected, algorithm }
  return null
}

function readQuoted(list: string): string[] {
  return Array.from(list.matchAll(/"([^"]+)"/g), (match) => match[1] ?? '')
}

function readStatus(parts: Parts): number | string {
  const text = (parts.status ?? '').toLowerCase()
  return text.endsWith('xx') ? text : Number(text)
}

function withSeconds(instant: string): string {
  const upper = instant
    .toUpperCase()
    .replace(/^(\S{10}) /, '$1T')
    .replace(/ ?(?:UTC|GMT|Z)$/, 'Z')
  return upper.replace(/(T\d\d:\d\d)(?=Z|[+-])/, '$1:00')
}
