import type { Range, Span } from './placeholders/placeholder.ts'
import type { Inquiry } from './inexact/inquiry.ts'
import type { Question, QuestionReason } from './outcome.ts'
import type { Statement } from './sentences/statement.ts'
import type { Unsupported } from './sentences/unsupported.ts'

/** A check that the text states exactly: a suggestion, which binds nothing. */
type SuggestedCondition = Extract<Statement, { kind: 'condition' }> & { readonly id: string }

/** An amount that the text states exactly. */
type StatedAmount = Extract<Statement, { kind: 'amount' }>

/** What the text leaves open, as a question. */
export interface Ambiguity extends Omit<Inquiry, 'fills'> {
  readonly kind: 'ambiguity'
  readonly id: string
  /** The words that are not exact. */
  readonly phrase: string
  /** Texts that an answer completes; `{}` is its place. */
  readonly completions: readonly string[]
  /** Whether the answer decides between amounts that contradict one another. */
  readonly isDecisive: boolean
  /** Absent where the words are not exact in a way of their own. */
  readonly reason?: QuestionReason
  /** Whole texts that answer the question; see `Question`. */
  readonly rewrites?: Question['rewrites']
}

/** What the text asks for and no checker decides. */
type UnsupportedRequirement = Unsupported & { readonly kind: 'unsupported' }

/** Text that says of itself that it only informs, and is agreed on as it stands. */
interface PolicyTerm {
  readonly kind: 'term'
}

/** A heading, a greeting or thanks: words that ask for nothing. */
interface Connective {
  readonly kind: 'connective'
}

/**
 * One part of a policy text. The extents of all parts are the whole text; what of an extent is outside its span is
 * white space, list marks, closing punctuation and the words that join two clauses.
 */
export type PolicyPart = {
  readonly span: Span
  readonly extent: Range
} & (SuggestedCondition | StatedAmount | Ambiguity | UnsupportedRequirement | PolicyTerm | Connective)

/** Whether a question shows that nothing of its words was recognized: it has no candidates and proposes nothing. */
export function isGeneric({ wants, candidates = [], rewrites = [] }: Ambiguity): boolean {
  return wants === 'anything' && candidates.length === 0 && rewrites.every((rewrite) => rewrite === '{}')
}
