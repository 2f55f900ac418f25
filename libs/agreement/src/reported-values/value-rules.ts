import { type SentJson, SentNumber } from '@outturn/canonical'
import { millisecondsOf } from '@outturn/checkers'
import type { ReportedValue } from './reported-values.ts'

/** Why a found value cannot become one of a fact or a claim. */
export type ValueFault = 'empty_value' | 'occurred_in_future' | 'unmappable_value' | 'value_not_exact'

export type ReadValue<Value> = { readonly value: Value } | { readonly fault: ValueFault }

/** The longest `value`, and the longest subject or predicate, in characters (code points). */
export const maxReportedTextChars = 1_024
export const maxReportedNameChars = 256

/** A time may lie so far ahead of the clock of this service, ms. */
const maxAheadMs = 300_000

/** The first number that means milliseconds since the epoch where a time is sent as a number; a smaller one means seconds. */
const firstMilliseconds = 100_000_000_000

const whole = /^-?(?:0|[1-9]\d*)$/
const plainDecimal = /^-?\d+\.\d+$/
const maxDecimalDigits = 30

const unmappable = { fault: 'unmappable_value' } as const

/** A text in NFC without ASCII space at its ends, as keys and values are kept and compared. */
export function trimmedNfc(text: string): string {
  return text.normalize('NFC').replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '')
}

/** A `value`: a text, a whole number, a boolean, or a decimal as the text that was sent. */
export function readReportedValue(found: SentJson | undefined): ReadValue<ReportedValue> {
  if (typeof found === 'boolean') return { value: found }
  if (found instanceof SentNumber) return readNumberValue(found.text)
  if (typeof found !== 'string') return unmappable
  const text = trimmedNfc(found)
  if (text === '') return { fault: 'empty_value' }
  return isLongerThan(text, maxReportedTextChars) ? unmappable : { value: text }
}

/** A subject or a predicate; a whole number is its text. */
export function readReportedName(found: SentJson | undefined): ReadValue<string> {
  if (found instanceof SentNumber) {
    const number = wholeNumberOf(found)
    return number === null ? unmappable : { value: String(number) }
  }
  if (typeof found !== 'string') return unmappable
  const text = trimmedNfc(found)
  return text === '' || isLongerThan(text, maxReportedNameChars) ? unmappable : { value: text }
}

/** A time, kept to the millisecond: RFC 3339 with an offset, or seconds or milliseconds since the epoch. */
export function readReportedTime(found: SentJson | undefined, now: Date): ReadValue<string> {
  const milliseconds = found instanceof SentNumber ? epochMilliseconds(found) : millisecondsOf(found)
  if (milliseconds === null || milliseconds < yearOne) return unmappable
  if (milliseconds > now.getTime() + maxAheadMs) return { fault: 'occurred_in_future' }
  return { value: new Date(milliseconds).toISOString() }
}

/** A quantity, null where there is none. */
export function readReportedQuantity(found: SentJson | undefined): ReadValue<number | null> {
  if (found === undefined || found === null) return { value: null }
  const number = found instanceof SentNumber ? wholeNumberOf(found) : null
  return number === null ? unmappable : { value: number }
}

/** An amount in cents, null where there is none. */
export function readReportedAmount(found: SentJson | undefined): ReadValue<number | null> {
  const read = readReportedQuantity(found)
  return 'value' in read && read.value !== null && read.value < 0 ? unmappable : read
}

/** A currency, null where there is none. */
export function readReportedCurrency(found: SentJson | undefined): ReadValue<string | null> {
  if (found === undefined || found === null) return { value: null }
  return typeof found === 'string' && /^[A-Z]{3}$/.test(found) ? { value: found } : unmappable
}

function readNumberValue(text: string): ReadValue<ReportedValue> {
  const number = wholeNumberOf({ text })
  if (number !== null) return { value: number }
  const isKept = plainDecimal.test(text) && text.replace(/\D/g, '').length <= maxDecimalDigits
  return isKept ? { value: text } : { fault: 'value_not_exact' }
}

/** The integer that a number is written as; null for any other form. */
function wholeNumberOf({ text }: Pick<SentNumber, 'text'>): number | null {
  if (!whole.test(text)) return null
  const number = Number(text)
  if (!Number.isSafeInteger(number)) return null
  return number === 0 ? 0 : number
}

function epochMilliseconds(found: SentNumber): number | null {
  const number = wholeNumberOf(found)
  if (number === null || number <= 0) return null
  const milliseconds = number < firstMilliseconds ? number * 1_000 : number
  return milliseconds <= maxEpochMilliseconds ? milliseconds : null
}

/** RFC 3339 has no form for a time after the year 9999, and the calendar of a database has no year 0000. */
const yearOne = -62_135_596_800_000
const maxEpochMilliseconds = 253_402_300_799_999

function isLongerThan(text: string, maxChars: number): boolean {
  if (text.length <= maxChars) return false
  return text.length > 2 * maxChars || Array.from(text).length > maxChars
}
