import { findPlaceholder } from './placeholders/placeholder.ts'
import type { Unitization } from '@outturn/agreement'
import type { PolicyAmount } from './amounts/amount-forms.ts'
import type { Ambiguity, PolicyPart } from './policy-part.ts'
import {
  circumstancesOf,
  maxPolicyChars,
  type PolicyOptions,
  type PolicyReading,
  readPolicy,
} from './read-policy.ts'
import { leadAt } from './sentences/leads.ts'
import { isRowNoun } from './fields/row-nouns.ts'
import { isFunctionWord } from './lexicon/function-words.ts'
import { settleAmounts } from './amounts/settle-amounts.ts'
import { tokenize } from './tokens/tokenize.ts'
import { readStatements, type Statement } from './sentences/statement.ts'

/** How answers are read: as the text was. */
export type AnswerOptions = Omit<PolicyOptions, 'isSoftware'>

/** A check that an answer made exact. */
export type AnsweredCondition = Omit<Extract<Statement, { kind: 'condition' }>, 'kind'> & {
  readonly ambiguityId: string
}

/** What a text and the answers to its questions come to, or the first question that is still open. */
export type AnsweredPolicy =
  | {
      readonly ok: true
      readonly conditions: readonly AnsweredCondition[]
      /** Words that are kept as terms, which no check decides. */
      readonly terms: readonly { readonly ambiguityId: string; readonly text: string }[]
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
 * check or amount of the kind that was asked for. An answer may also be a whole sentence of its own; what was not understood
 * at all may be said in several. `term` keeps the words as a term, except where an amount is asked for.
 */
export function answerPolicy(
  { parts }: PolicyReading,
  answers: ReadonlyMap<string, string | readonly string[]>,
  options: AnswerOptions,
): AnsweredPolicy {
  const conditions: AnsweredCondition[] = []
  const terms: { readonly ambiguityId: string; readonly text: string }[] = []
  const amounts: AnsweredAmount[] = []
  for (const part of parts) {
    if (part.kind === 'amount') amounts.push({ amount: part.amount, by: null })
    if (part.kind !== 'ambiguity') continue
    const answer = answers.get(part.id)
    if (answer === undefined) return open(part, 'open', `${JSON.stringify(part.phrase)} is not exact.`)
    const statements = readAnswer(part, answer, options)
    if (statements === null) return open(part, 'not_exact', notExact(part))
    if ('text' in statements) {
      terms.push({ ambiguityId: part.id, text: statements.text })
      continue
    }
    for (const statement of statements) {
      if (statement.kind === 'amount') amounts.push({ amount: statement.amount, by: part })
      else {
        const { check, description, required } = statement
        conditions.push({ ambiguityId: part.id, check, description, required })
      }
    }
  }
  const settled = settleAnswered(amounts, options.unitization)
  return 'contradicting' in settled
    ? open(settled.contradicting, 'contradicts', `The answer contradicts ${settled.other}.`)
    : { ok: true, conditions, terms, ...settled }
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

function notExact({ wants, reason }: Ambiguity): string {
  if (reason === 'field_unmarked') return 'The answer does not name a field.'
  return wants === 'anything'
    ? 'The answer is not exact from its first word to its last.'
    : 'The answer does not say exactly one thing.'
}

type Read = readonly Statement[] | null

/** What an answer says; its text where that becomes a term, null where it says nothing exactly, or too much. */
function readAnswer(
  part: PolicyPart & Ambiguity,
  answer: string | readonly string[],
  options: AnswerOptions,
): Read | { readonly text: string } {
  if (typeof answer !== 'string') return readSentences(answer, options)
  const said = answer.trim()
  if (/^term$/i.test(said) && part.wants !== 'amount') return { text: part.span.text }
  if (part.wants === 'anything') return readOpenAnswer(part, said, options)
  const fields = options.fields.length > 0 ? options.fields : namesIn(said)
  const circumstances = circumstancesOf({ ...options, fields, isSoftware: false })
  const texts = part.completions.map((completion) => completion.replace('{}', () => said))
  const found = new Map<string, Statement>()
  for (const text of texts) {
    const [statement, another] = readStatements(text, circumstances) ?? []
    if (statement === undefined || another !== undefined || !isWanted(statement, part)) continue
    const meaning = JSON.stringify(statement.kind === 'amount' ? statement.amount : statement.check)
    if (!found.has(meaning)) found.set(meaning, statement)
  }
  const [first] = found.values()
  if (part.wants === 'text') {
    const [text = ''] = texts
    if (found.size === 0) return findPlaceholder(text) === null ? { text } : null
    return first === undefined ? null : [first]
  }
  return found.size === 1 && first !== undefined ? [asRequired(first, texts[0] ?? '')] : null
}

/** An answer to a question of the reader: a candidate stands for its rewrite, other words are sentences or stand in their place. */
function readOpenAnswer(part: PolicyPart & Ambiguity, said: string, options: AnswerOptions): Read {
  const { candidates = [], rewrites = [] } = part
  const chosen = rewrites[candidates.findIndex((candidate) => candidate.toLowerCase() === said.toLowerCase())]
  if (chosen !== undefined) return readSentences([chosen].flat(), options)
  const named = options.fields.length > 0 ? options : { ...options, fields: namesIn(said) }
  const whole = readWhole(said, options) ?? readWhole(said, named)
  if (whole !== null) return whole
  const free = rewrites.filter(
    (rewrite) => typeof rewrite === 'string' && rewrite.includes('{}') && rewrite !== '{}',
  )
  const forms = [...part.completions, ...free.map(String)].filter((form) => form !== '{}')
  for (const form of forms) {
    for (const words of isName.test(said) ? [said, JSON.stringify(said)] : [said]) {
      const statements = readWhole(
        form.replace('{}', () => words),
        named,
      )
      if (statements !== null) return statements
    }
  }
  return null
}

const isName = /^[\p{L}\p{M}\p{N}_ .-]{1,60}$/u

/** Where no field is known, the nouns of an answer are those that its author names. */
function namesIn(answer: string): PolicyOptions['fields'] {
  const words = tokenize(answer).filter(
    ({ kind, folded }) => kind === 'word' && !isFunctionWord(folded) && !isRowNoun(folded),
  )
  return [...new Set(words.map(({ text }) => text))].map((name) => ({ name }))
}

/** Several sentences, each of statements and nothing else. */
function readSentences(sentences: readonly string[], options: AnswerOptions): Read {
  const read = sentences.map((sentence) => readWhole(sentence.trim(), options))
  return read.includes(null) ? null : read.flatMap((statements) => statements ?? [])
}

/** A text of statements and nothing else. */
function readWhole(answer: string, options: AnswerOptions): Read {
  if (answer.length > maxPolicyChars) return null
  const { parts } = readPolicy(answer, { ...options, unitization: null, isSoftware: false })
  const statements = parts.filter((part) => part.kind === 'condition' || part.kind === 'amount')
  const isExact = parts.every(
    ({ kind }) => kind === 'condition' || kind === 'amount' || kind === 'connective',
  )
  return isExact && statements.length > 0 ? statements : null
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
