import type { DeterministicCheck } from '@outturn/checkers'
import type { KnownField } from '../outcome.ts'

/** A run of tokens: positions in the list of tokens, `to` after the last one. */
export interface TokenRange {
  readonly from: number
  readonly to: number
}

/** What a run of tokens is in a reading. */
export type Role =
  | 'field'
  | 'rows'
  | 'comparison'
  | 'value'
  | 'unit'
  | 'share'
  | 'count'
  | 'time'
  | 'phrase'
  | 'label'
  | 'wish'

/** One part of a reading. The parts of a reading are disjoint; the words between them are lexicon words of its rules. */
export interface Part extends TokenRange {
  readonly role: Role
}

/** What does not resolve in a reading that is complete but for it. */
export type SlotKind =
  /** A noun that is no known field, or that several fields equal. */
  | 'field'
  /** A number that is not exact: `5k`, `1,5`. */
  | 'number'
  /** A percentage that is compared with a field whose unit is not known. */
  | 'percentage'
  /** A time without a date, a zone or a time of day. */
  | 'time'
  /** A number with a unit that the field may not have, a currency, or a number whose unit was left out. */
  | 'unit'
  /** A counted noun that is no row noun. */
  | 'counted'
  /** A bare word that may be a value or may not. */
  | 'value'
  /** Words that could be read as a check and are not sure to be one; `options` say what they could mean. */
  | 'meaning'

/** A place of a reading that an answer replaces. */
export interface Slot extends TokenRange {
  readonly kind: SlotKind
  /** The words without articles, as they are asked about. */
  readonly noun: string
  /** Of kind `field`: the fields that equal the noun, where there are several. */
  readonly fields: readonly KnownField[]
  /** Texts that may stand in place of the words and that the rule knows, best first. */
  readonly options: readonly string[]
  /** Of kind `meaning`, where the options replace the whole clause. */
  readonly replacesClause?: boolean
}

/** One check of a reading, with the tokens that state it. */
export interface ClauseCheck extends TokenRange {
  readonly check: DeterministicCheck
  readonly required: boolean
  /** What the reading adds to the words, such as the end of a day in UTC; null where nothing is added. */
  readonly addition: string | null
}

/**
 * One way to read all tokens of a text, or of a clause. It is complete without slots; with one it is open, and a question is made
 * of it. A check of an open reading has the noun in place of a field, and is not to be used.
 */
export interface ClauseReading extends TokenRange {
  readonly checks: readonly ClauseCheck[]
  readonly parts: readonly Part[]
  readonly slots: readonly Slot[]
}
