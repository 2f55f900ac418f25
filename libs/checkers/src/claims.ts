import { isJsonArray } from './values/json-value.ts'
import type { JsonValue } from '@outturn/canonical'
import type { RowTally } from './check-result.ts'
import { rowsOf } from './sentence.ts'

/** Longest text, most items and longest claim that a sentence about a result shows. */
const maxTextChars = 80
const maxItems = 6
const maxClaimChars = 1_000

/** The members of checks that may be long. Paths stay whole: a part of one names another field. */
const longMembers: ReadonlySet<string> = new Set([
  'value',
  'text',
  'all_of',
  'any_of',
  'none_of',
  'required_fields',
  'key_fields',
])

/** What was agreed, as the check is described, with long values shortened: no result depends on this sentence. */
export function claimOf<Check extends object>(check: Check, describe: (check: Check) => string): string {
  return cut(describe(withShortValues(check)), maxClaimChars)
}

function withShortValues<Check extends object>(check: Check): Check {
  const entries = Object.entries(check).map(([name, value]: [string, unknown]) => {
    if (name === 'where' && typeof value === 'object' && value !== null) return [name, withShortValues(value)]
    return [name, longMembers.has(name) ? shortValue(value as JsonValue) : value]
  })
  return Object.fromEntries(entries) as Check
}

function shortValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return cut(value, maxTextChars)
  if (!isJsonArray(value)) return value
  const isLong = value.length > maxItems
  const shown = (isLong ? value.slice(0, maxItems - 1) : value).map(shortValue)
  return isLong ? [...shown, `… ${value.length - shown.length} more`] : shown
}

function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const characters = Array.from(text)
  return characters.length <= maxChars ? text : `${characters.slice(0, maxChars - 1).join('')}…`
}

/** `it holds in 3 of 4 rows that "email" is a valid email address`. */
export function holdsInRows(claim: string, { passed, total }: Pick<RowTally, 'passed' | 'total'>): string {
  return `it holds in ${rowsOf(passed, total)} that ${claim}`
}

/** `it holds that the text contains "summary"`. */
export function holds(claim: string): string {
  return `it holds that ${claim}`
}

/** `the text lacks an agreed phrase; agreed: the text contains "summary"`. */
export function besideClaim(finding: string, claim: string): string {
  return `${finding}; agreed: ${claim}`
}
