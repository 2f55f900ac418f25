import type { Range } from '../placeholders/placeholder.ts'

/** A JSON value that is no object and no array. */
export type Scalar = string | number | boolean | null

/**
 * What a token is. `odd` starts like a number and is none in exact form (`1,5`, `5k`, `1.2.3`, a day that the calendar does not have);
 * `local_time` is a day and a time without a zone; `list` is a JSON array; `bracketed` is text between brackets or braces, with them.
 */
export type TokenKind =
  | 'word'
  | 'number'
  | 'percentage'
  | 'money'
  | 'day'
  | 'instant'
  | 'local_time'
  | 'quoted'
  | 'backtick'
  | 'url'
  | 'digest'
  | 'path'
  | 'pattern'
  | 'list'
  | 'bracketed'
  | 'sign'
  | 'mark'
  | 'odd'

/** A piece of a text; white space lies between tokens. Positions are UTF-16 code units of the original text. */
export interface Token extends Range {
  readonly kind: TokenKind
  /** As it is written. */
  readonly text: string
  /** As it is compared: NFKC, lower case, straight quotes, without invisible characters. */
  readonly folded: string
  /**
   * The exact value: the decimal of a number, percentage or amount of money, what stands between quotes, the day as `YYYY-MM-DD`,
   * the instant as RFC 3339, the sign as `>=`; else the text.
   */
  readonly value: string
  /** Of money only: its currency, ISO 4217. */
  readonly currency?: string
  /** Of a list only. */
  readonly items?: readonly Scalar[]
  /** Whether white space or the start of the text stands before it. */
  readonly isSpaced: boolean
}
