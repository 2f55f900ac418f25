import type { DeterministicCheck } from '@outturn/checkers'

/** What is known of one field of the rows. */
export interface KnownField {
  readonly name: string
  readonly description?: string
  /** Other names of the same field. */
  readonly aliases?: readonly string[]
  readonly type?: 'text' | 'number' | 'boolean' | 'list' | 'object' | 'time'
  /** `percent` counts to 100, `fraction` to 1; any other text is the unit as people write it. */
  readonly unit?: string
  /** The values that the field can have. */
  readonly values?: readonly (string | number | boolean)[]
}

/** What the request says beside the text. */
export interface Circumstances {
  readonly fields: readonly KnownField[]
  /** Whose names the fields are: of the request, or of the rows, which may come from the seller. */
  readonly fieldsFrom: 'request' | 'rows'
  /** What one row is called, as in `caption`. */
  readonly unitName?: string
  /** The time that relative times count from, RFC 3339; without it a relative time has no candidates. */
  readonly asOf?: string
  /** An IANA name, for candidates of a time without a zone. */
  readonly timeZone?: string
  /** Whether the request carries rows, or only a document. */
  readonly evidence?: 'rows' | 'document'
  /** Whether the reading is shown to the author before it binds, so that a day alone may become its end in UTC. */
  readonly isSuggestion: boolean
  /** An agent or a service asks: nothing is left to a person. */
  readonly isSoftware: boolean
}

/** A range of the text, in UTF-16 code units, and its words. */
export interface Extract {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** One check that the text states. */
export interface ReadCheck extends Extract {
  readonly check: DeterministicCheck
  /** What the person wrote. */
  readonly description: string
  /** False for a wish. */
  readonly required: boolean
  /** Whether rows are judged one by one, or all of them at once. */
  readonly applies: 'unit' | 'gate'
}

export type QuestionReason =
  | 'placeholder'
  | 'field_unmarked'
  | 'inexact_value'
  | 'percent_or_number'
  | 'time_open'
  | 'unit_open'
  | 'misspelt'
  | 'several_readings'
  | 'qualified'
  | 'other_language'

/** What the text leaves open. The words of the extract are those that it is about. */
export interface Question extends Extract {
  readonly reason: QuestionReason
  readonly question: string
  /** What an answer is. */
  readonly wants: 'field' | 'number' | 'percentage' | 'time' | 'address' | 'digest' | 'reading' | 'sentence'
  /** Answers that may stand in place of the words, best first; ten at most. */
  readonly candidates: readonly string[]
  /** The whole text with each candidate in place: texts that compile as they stand, or one with `{}` where the answer is free. */
  readonly rewrites: readonly (string | readonly string[])[]
}

export type UnsupportedReason = 'needs_judgement' | 'outside_world' | 'no_checker'

/** What no checker decides. */
export interface Undecided extends Extract {
  readonly code: UnsupportedReason
  /** For people: "a matter of judgment". */
  readonly reason: string
  readonly method: 'human_confirmed' | 'ai_assisted' | 'external_tool'
}

/** The result of reading a text. The text compiled if `checks` has entries, and `questions` and `undecided` are empty. */
export interface TextOutcome {
  readonly checks: readonly ReadCheck[]
  /** At most three. */
  readonly questions: readonly Question[]
  readonly undecided: readonly Undecided[]
}
