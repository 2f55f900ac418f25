import { ExactNumber, type JsonValue, readNumber } from '@outturn/canonical'
import { type FormatTest, formatNamed } from './formats/named-formats.ts'
import { isJsonArray, withTexts } from './values/json-value.ts'
import { type AddressReading, readAddress } from './values/web-address.ts'
import { type Instant, parseInstant } from './values/instant.ts'
import { type TextForm, comparedText } from './values/text-rule.ts'
import { isInvisible } from './values/visible-text.ts'
import { type Decimal, parseDecimal } from './engines/decimal.ts'

/** How single values are read and compared: what a version of the checkers is. */
export interface ValueRules {
  readonly version: string
  /** Whether a text leaves no mark on a reader. */
  isBlankText(text: string): boolean
  /** A text as it is compared in a form. */
  comparedText(text: string, form: TextForm): string
  /** The value of an identity, which makes a row the row of one unit. */
  identityText(text: string): string
  /** A text as it is compared with a value of JSON. */
  jsonText(text: string): string
  parseInstant(value: unknown): Instant | null
  parseDecimal(value: unknown): Decimal | null
  /** The number that stands in a path. */
  readNumber(text: string): number | ExactNumber
  readAddress(text: string): AddressReading
  /** Whether a text is of a named format; null for a format that there is not. */
  formatNamed(name: string): FormatTest | null
  /** Whether the share of repeated rows is within a limit in basis points. */
  isWithinRate(repeated: number, rows: number, limitBp: number): boolean
  /** Whether rows without any key are told apart from repeated ones, and deliveries without any content from others. */
  readonly tellsEmptyApart: boolean
  /** Whether a value that is no number is told apart from another number. */
  readonly tellsNumbersApart: boolean
  /** Whether a value that is not there is told apart from one that lacks a phrase, where phrases are excluded. */
  readonly tellsAbsentTextApart: boolean
  /** Whether the rule for texts holds for all of them: within lists and objects, for names, and around times and numbers. */
  readonly readsAllTextAlike: boolean
  /** Whether rows beyond the units count neither in shares nor in sums. */
  readonly countsUnitsAlone: boolean
  /** Whether the sentence of a result says what was agreed. */
  readonly saysClaims: boolean
  /** Whether evidence of which only a digest was declared is told apart from evidence of another type. */
  readonly tellsDigestsApart: boolean
}

const identityForm: TextForm = { form: 'NFC', trims: true, folds: false }
const jsonForm: TextForm = { form: 'NFC', trims: false, folds: false }
const trimmedForm: TextForm = { form: null, trims: true, folds: false }

/** The rules that work is judged by today. */
export const currentRules: ValueRules = {
  version: '3.2.0',
  isBlankText: isInvisible,
  comparedText,
  identityText: (text) => comparedText(text, identityForm),
  jsonText: (text) => comparedText(text, jsonForm),
  parseInstant,
  parseDecimal,
  readNumber,
  readAddress,
  formatNamed,
  isWithinRate: (repeated, rows, limitBp) => repeated * 10_000 <= limitBp * rows,
  tellsEmptyApart: true,
  tellsNumbersApart: true,
  tellsAbsentTextApart: true,
  readsAllTextAlike: true,
  countsUnitsAlone: true,
  saysClaims: true,
  tellsDigestsApart: true,
}

/** True for null, for text that leaves no mark, and for a list or object of nothing but such values. */
export function isBlank(value: JsonValue | undefined, rules: ValueRules = currentRules): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return rules.isBlankText(value)
  if (typeof value !== 'object' || !rules.readsAllTextAlike || value instanceof ExactNumber) return false
  return (isJsonArray(value) ? value : Object.values(value)).every((each) => isBlank(each, rules))
}

/** A value as it is compared with another one: its texts in a form, and with them those within lists and objects. */
export function comparedValue(
  value: JsonValue,
  textOf: (text: string) => string,
  rules: ValueRules = currentRules,
): JsonValue {
  if (typeof value === 'string') return textOf(value)
  return rules.readsAllTextAlike ? withTexts(value, textOf) : value
}

/** Reads a value as it stands, else without what leaves no mark and without white space at its ends. */
export function readTrimmed<Read>(
  value: unknown,
  read: (value: unknown) => Read | null,
  rules: ValueRules,
): Read | null {
  const found = read(value)
  if (found !== null || typeof value !== 'string' || !rules.readsAllTextAlike) return found
  const trimmed = rules.comparedText(value, trimmedForm)
  return trimmed === value ? null : read(trimmed)
}
