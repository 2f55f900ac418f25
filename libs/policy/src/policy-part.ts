import type { DeterministicCheck } from '@outturn/checkers'
import type { Span } from './grammar/placeholder.ts'
import type { PolicyAmount } from './amounts/amount-forms.ts'
import type { QuestionPath, Wanted } from './inexact/inexact-forms.ts'
import type { SuggestedMethod } from './sentences/unsupported.ts'

/** A check that the text states exactly: a suggestion, which binds nothing. */
interface SuggestedCondition {
  readonly kind: 'condition'
  readonly id: string
  readonly check: DeterministicCheck
  readonly description: string
  readonly required: boolean
}

/** An amount that the text states exactly. */
interface StatedAmount {
  readonly kind: 'amount'
  readonly amount: PolicyAmount
}

/** What the text leaves open, as a question. */
export interface Ambiguity {
  readonly kind: 'ambiguity'
  readonly id: string
  readonly path: QuestionPath
  /** The words that are not exact. */
  readonly phrase: string
  readonly question: string
  readonly wants: Wanted
  /** Texts that an answer completes; `{}` is its place. */
  readonly completions: readonly string[]
  /** Whether the answer decides between amounts that contradict one another. */
  readonly isDecisive: boolean
}

/** What the text asks for and no checker decides. */
interface UnsupportedRequirement {
  readonly kind: 'unsupported'
  readonly reason: string
  readonly method: SuggestedMethod
}

/** Text that is agreed on as it stands. */
interface PolicyTerm {
  readonly kind: 'term'
}

/**
 * One part of a policy text. The extents of all parts are the whole text; what of an extent is outside its span is
 * white space, list marks, closing punctuation and the words that join two clauses.
 */
export type PolicyPart = {
  readonly span: Span
  readonly extent: { readonly start: number; readonly end: number }
} & (SuggestedCondition | StatedAmount | Ambiguity | UnsupportedRequirement | PolicyTerm)
