import { type ExactNumber, type JsonValue, readNumber } from '@outturn/canonical'
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
  /** Whether the share of repeated rows is within a limit in basis points. */
  isWithinRate(repeated: number, rows: number, limitBp: number): boolean
  /** Whether rows without any key are told apart from repeated ones, and deliveries without any content from others. */
  readonly tellsEmptyApart: boolean
  /** Whether a value that is no number is told apart from another number. */
  readonly tellsNumbersApart: boolean
}

const identityForm: TextForm = { form: 'NFC', trims: true, folds: false }
const jsonForm: TextForm = { form: 'NFC', trims: false, folds: false }

/** The rules that work is judged by today. */
export const currentRules: ValueRules = {
  version: '2.0.0',
  isBlankText: isInvisible,
  comparedText,
  identityText: (text) => comparedText(text, identityForm),
  jsonText: (text) => comparedText(text, jsonForm),
  parseInstant,
  parseDecimal,
  readNumber,
  readAddress,
  isWithinRate: (repeated, rows, limitBp) => repeated * 10_000 <= limitBp * rows,
  tellsEmptyApart: true,
  tellsNumbersApart: true,
}

/** True for null and for text that leaves no mark. */
export function isBlank(value: JsonValue | undefined, rules: ValueRules = currentRules): boolean {
  return value === undefined || value === null || (typeof value === 'string' && rules.isBlankText(value))
}
