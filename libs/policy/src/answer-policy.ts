import { findPlaceholder } from './grammar/placeholder.ts'
import type { Unitization } from '@outturn/agreement'
import type { PolicyAmount } from './amounts/amount-forms.ts'
import type { Ambiguity, PolicyPart } from './policy-part.ts'
import type { PolicyReading } from './read-policy.ts'
import { leadAt } from './sentences/leads.ts'
import { settleAmounts } from './amounts/settle-amounts.ts'
import { readStatement, type Statement } from './sentences/statement.ts'

/** A check that an answer made exact. */
export type AnsweredCondition = Omit<Extract<Statement, { kind: 'condition' }>, 'kind'> & {
  readonly ambiguityId: string
}

/** What a text and the answers to its questions come to, or the first question that is still open. */
export type AnsweredPolicy =
  | {
      readonly ok: true
      readonly conditions: readonly AnsweredCondition[]
      readonly valueCents: number | null
      readonly unitization: Unitization | null
    }
  | {
      readonly ok: false
      readonly ambiguityId: string
      readonly code: 'open' | 'not_exact' | 'contradicts'
      readonly message: string
      readonly question: string
    }

/**
 * Reads each answer in its place: the words that are not exact are replaced by it, and what comes out must be exactly one
 * check or amount of the kind that was asked for. An answer may also be a whole sentence of its own.
 */
export function answerPolicy(
  { parts }: PolicyReading,
  answers: ReadonlyMap<string, string>,
  declared: Unitization | null,
): AnsweredPolicy {
  const conditions: AnsweredCondition[] = []
  const amounts: AnsweredAmount[] = []
  for (const part of parts) {
    if (part.kind === 'amount') amounts.push({ amount: part.amount, by: null })
    if (part.kind !== 'ambiguity') continue
    const answer = answers.get(part.id)
    if (answer === undefined) return open(part, 'open', `${JSON.stringify(part.phrase)} is not exact.`)
    const statement = readAnswer(part, answer)
    if (statement === null) return open(part, 'not_exact', 'The answer does not say exactly one thing.')
    if (statement === 'text') continue
    if (statement.kind === 'amount') amounts.push({ amount: statement.amount, by: part })
    else {
      const { check, description, required } = statement
      conditions.push({ ambiguityId: part.id, check, description, required })
    }
  }
  const settled = settleAnswered(amounts, declared)
  return 'contradicting' in settled
    ? open(settled.contradicting, 'contradicts', `The answer contradicts ${settled.other}.`)
    : { ok: true, conditions, ...settled }
}

interface AnsweredAmount {
  readonly amount: PolicyAmount
  /** The question that it answers; null when the text says it. */
  readonly by: (PolicyPart & Ambiguity) | null
}

type SettledAnswers =
  | { readonly valueCents: number | null; readonly unitization: Unitization | null }
  | { readonly contradicting: PolicyPart & Ambiguity; readonly other: string }

/** An answer that was asked to decide goes before what the text says; every other amount must agree with what holds. */
function settleAnswered(amounts: readonly AnsweredAmount[], declared: Unitization | null): SettledAnswers {
  const decisive = amounts.filter(({ by }) => by?.isDecisive === true)
  const overruled = (amount: PolicyAmount): boolean =>
    decisive.some(({ amount: other }) => other.kind === 'units' || other.kind === amount.kind)
  const holding = [...decisive, ...amounts.filter((one) => !decisive.includes(one) && !overruled(one.amount))]
  const {
    valueCents,
    unitization,
    open: refused,
  } = settleAmounts(
    holding.map(({ amount }) => amount),
    declared,
  )
  const [first] = refused
  if (first === undefined) return { valueCents, unitization }
  const [index, why] = first
  const contradicting = holding[index]?.by ?? amounts.findLast(({ by }) => by !== null)?.by
  if (contradicting === undefined || contradicting === null) {
    throw new Error('amounts that agreed when they were read contradict one another')
  }
  return { contradicting, other: why.why === 'contradicts' ? why.other : 'what the text says' }
}

/** The one thing an answer says in its place; `text` where a term was completed, null where it says none or several. */
function readAnswer(part: PolicyPart & Ambiguity, answer: string): Statement | 'text' | null {
  const texts = part.completions.map((completion) => completion.replace('{}', () => answer.trim()))
  const found = new Map<string, Statement>()
  for (const text of texts) {
    const statement = readStatement(text)
    if (statement === null || !isWanted(statement, part)) continue
    const said = JSON.stringify(statement.kind === 'amount' ? statement.amount : statement.check)
    if (!found.has(said)) found.set(said, statement)
  }
  const [first] = found.values()
  if (part.wants === 'text')
    return found.size === 0 && findPlaceholder(texts[0] ?? '') === null ? 'text' : (first ?? null)
  return found.size === 1 && first !== undefined ? asRequired(first, texts[0] ?? '') : null
}

/** A check is no more required than the clause it was asked about. */
function asRequired(statement: Statement, clause: string): Statement {
  return statement.kind === 'amount' || leadAt(clause, 0).required
    ? statement
    : { ...statement, required: false }
}

function isWanted(statement: Statement, { wants }: Ambiguity): boolean {
  if (statement.kind === 'amount') return wants === 'amount' && statement.amount.kind !== 'unit_price'
  return wants === 'condition' || wants === 'text' || wants === statement.check.checker
}

function open(
  { id, question }: Ambiguity,
  code: Extract<AnsweredPolicy, { ok: false }>['code'],
  message: string,
): AnsweredPolicy {
  return { ok: false, ambiguityId: id, code, message, question }
}
