import type { DeterministicCheck } from '@outturn/checkers'
import { type Circumstances, type OpenFields, readCondition } from '../grammar/compile-condition.ts'
import { conditionForms } from '../grammar/form.ts'
import { amountForms, type PolicyAmount, readAmount } from '../amounts/amount-forms.ts'
import { leadAt } from './leads.ts'
import { clauseEnd, clauseStop } from '../inexact/time-words.ts'

/** What one exact statement says: a condition with its one check, or an amount. */
export type Statement =
  | {
      readonly kind: 'condition'
      readonly check: DeterministicCheck
      readonly description: string
      readonly required: boolean
    }
  | { readonly kind: 'amount'; readonly amount: PolicyAmount }

/** A statement that is exact but for the fields that its nouns mean; their span is one in the text that was read. */
export interface OpenStatement {
  readonly kind: 'open_fields'
  readonly openFields: OpenFields
}

/** A statement that starts at a place of a sentence; `end` is exclusive. */
export interface FoundStatement {
  readonly statement: Statement | OpenStatement
  readonly end: number
}

/**
 * Where a form that starts here could end: at the end of the sentence, or before the next clause. Money alone says that
 * it is the amount only where nothing stands beside it.
 */
const openings: readonly RegExp[] = [...conditionForms, ...amountForms.filter(({ isAlone }) => !isAlone)].map(
  ({ wording }) => new RegExp(`(?:${wording})(?=$|${clauseStop})`, 'iy'),
)

/** The longest exact statement that starts at this place and fills whole clauses; null when there is none. */
export function statementAt(
  text: string,
  start: number,
  circumstances: Circumstances,
): FoundStatement | null {
  if (start === 0) {
    const whole = readStatement(text, circumstances)
    if (whole !== null && whole.kind !== 'open_fields') return { statement: whole, end: text.length }
  }
  const { end: first, required } = leadAt(text, start)
  const ends = new Set<number>()
  for (const opening of openings) {
    opening.lastIndex = first
    const match = opening.exec(text)
    if (match !== null && match[0] !== '' && isClauseEnd(text, first + match[0].length)) {
      ends.add(first + match[0].length)
    }
  }
  let open: FoundStatement | null = null
  for (const end of [...ends].toSorted((a, b) => b - a)) {
    const statement = readExactly(text.slice(first, end), required, circumstances)
    if (statement === null) continue
    if (statement.kind !== 'open_fields') return { statement, end }
    open ??= { statement: movedBy(statement, first), end }
  }
  return open
}

const clauseEnds = new RegExp(clauseEnd, 'iy')

function isClauseEnd(text: string, at: number): boolean {
  clauseEnds.lastIndex = at
  return at === text.length || clauseEnds.test(text)
}

/** What a text says that is one exact statement from its first word to its last; null when it is anything else. */
export function readStatement(text: string, circumstances: Circumstances): Statement | OpenStatement | null {
  const { end, required } = leadAt(text, 0)
  const statement = readExactly(text.slice(end), required, circumstances)
  return statement?.kind === 'open_fields' ? movedBy(statement, end) : statement
}

function readExactly(
  text: string,
  required: boolean,
  circumstances: Circumstances,
): Statement | OpenStatement | null {
  const amount = readAmount(text)
  if (amount !== null) return { kind: 'amount', amount }
  const read = readCondition(text, circumstances)
  if (read === null) return null
  if (!read.ok) return { kind: 'open_fields', openFields: read.openFields }
  return { kind: 'condition', check: read.check, description: read.description, required }
}

/** The same, where the text that was read stands in a longer one. */
export function movedBy({ openFields }: OpenStatement, by: number): OpenStatement {
  const { start, end, text } = openFields.span
  return {
    kind: 'open_fields',
    openFields: { ...openFields, span: { start: start + by, end: end + by, text } },
  }
}
