import type { CheckerName } from '@outturn/checkers'
import type { PolicyPath } from '@outturn/vocabulary'
import type { Range } from '../placeholders/placeholder.ts'

/**
 * What the answer to a question must say: one check of a checker, any one check, an amount, a text without blanks, or
 * anything that is exact from its first word to its last.
 */
export type Wanted = CheckerName | 'condition' | 'amount' | 'text' | 'anything'

/** What is asked about a place that is not exact. */
export interface Inquiry {
  readonly path: PolicyPath
  readonly question: string
  readonly wants: Wanted
  /** Texts that an answer may also complete; `{}` is its place. */
  readonly fills: readonly string[]
  /** What the words could mean, where that can be listed. */
  readonly candidates?: readonly string[]
}

/** A place that is not exact. Positions are those of the clause it was found in. */
export interface Inexact extends Inquiry {
  /** The words that are not exact, as they are shown. */
  readonly phrase: Range
  /** The part of them that an answer replaces. */
  readonly hole: Range
}

export const askTotal: Inquiry = {
  path: 'value',
  question: 'What is the whole amount in US dollars, exactly?',
  wants: 'amount',
  fills: ['the total is {}'],
}
export const askTime: Inquiry = {
  path: 'deadline',
  question: 'Which date and time, with time zone?',
  wants: 'deadline_met',
  fills: ['delivered by {}'],
}
export const askRows: Inquiry = {
  path: 'conditions',
  question: 'The number of rows is checked exactly. How many rows?',
  wants: 'row_count',
  fills: ['exactly {} rows'],
}
const orTerm =
  'Answer with exact conditions, or with the word "term" to keep the words as a term of the agreement that no check decides.'
/** What is asked of words that the grammar does not know: nothing is left out because it was not understood. */
export const askMeaning: Inquiry = {
  path: 'terms',
  question: `What does this require, in words that can be checked? ${orTerm}`,
  wants: 'anything',
  fills: [],
}
/** What is asked of a number of things that more is said of. */
export const askCounted: Inquiry = {
  path: 'conditions',
  question: `What is to be checked, exactly? The number of rows is one condition, as in "exactly 50 rows"; what each row must have is another. ${orTerm}`,
  wants: 'anything',
  fills: [],
}
/** What is asked of lines under a heading that the grammar does not know. */
export const askUnderHeading: Inquiry = {
  path: 'conditions',
  question: `Does this hold, under the heading that it stands under? Answer with exact conditions, or with the word "term" to keep the words as a term of the agreement that no check decides.`,
  wants: 'anything',
  fills: [],
}
