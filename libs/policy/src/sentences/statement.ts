import type { DeterministicCheck } from '@outturn/checkers'
import { compileCondition } from '../grammar/compile-condition.ts'
import { conditionForms } from '../grammar/form.ts'
import { amountForms, type PolicyAmount, readAmount } from '../amounts/amount-forms.ts'
import { leadAt } from './leads.ts'
import { clauseEnd } from '../inexact/time-words.ts'

/** What one exact statement says: a condition with its one check, or an amount. */
export type Statement =
  | {
      readonly kind: 'condition'
      readonly check: DeterministicCheck
      readonly description: string
      readonly required: boolean
    }
  | { readonly kind: 'amount'; readonly amount: PolicyAmount }

/** A statement that starts at a place of a sentence; `end` is exclusive. */
export interface FoundStatement {
  readonly statement: Statement
  readonly end: number
}

/**
 * Where a form that starts here could end: at the end of the sentence, or before the next clause. Money alone says that
 * it is the amount only where nothing stands beside it.
 */
const openings: readonly RegExp[] = [...conditionForms, ...amountForms.filter(({ isAlone }) => !isAlone)].map(
  ({ wording }) => new RegExp(`(?:${wording})(?=$|${clauseEnd})`, 'iy'),
)

/** The longest exact statement that starts at this place and fills whole clauses; null when there is none. */
export function statementAt(text: string, start: number): FoundStatement | null {
  if (start === 0) {
    const whole = readStatement(text)
    if (whole !== null) return { statement: whole, end: text.length }
  }
  const { end: first, required } = leadAt(text, start)
  const ends = new Set<number>()
  for (const opening of openings) {
    opening.lastIndex = first
    const match = opening.exec(text)
    if (match !== null && match[0] !== '') ends.add(first + match[0].length)
  }
  for (const end of [...ends].toSorted((a, b) => b - a)) {
    const statement = readExactly(text.slice(first, end), required)
    if (statement !== null) return { statement, end }
  }
  return null
}

/** What a text says that is one exact statement from its first word to its last; null when it is anything else. */
export function readStatement(text: string): Statement | null {
  const { end, required } = leadAt(text, 0)
  return readExactly(text.slice(end), required)
}

function readExactly(text: string, required: boolean): Statement | null {
  const amount = readAmount(text)
  if (amount !== null) return { kind: 'amount', amount }
  const compiled = compileCondition(text)
  if (!compiled.ok) return null
  return { kind: 'condition', check: compiled.check, description: compiled.description, required }
}
