import { moneyPattern, readAmount } from '../amounts/amount-forms.ts'
import { findPlaceholder, type Range } from '../placeholders/placeholder.ts'
import { findInexact } from '../inexact/find-inexact.ts'
import { askMeaning, askTotal, type Inquiry } from '../inexact/inquiry.ts'
import type { Circumstances, Question, ReadCheck } from '../outcome.ts'
import { proposesSomething } from '../questions/inquiry.ts'
import type { ReadBudget } from '../questions/inquire.ts'
import { compileText, readText } from '../read-text.ts'
import type { Clause } from './clause.ts'
import { headingKind, isConnective } from './connectives.ts'
import { jointsOf } from './joints.ts'
import { leadAt } from './leads.ts'
import { isTimeOfDelivery } from './topics.ts'

/** Sentences over this are asked about as they are: no check is that long. */
const maxSentenceChars = 2_000
/** A sentence with more joints is not taken apart. */
const maxJoints = 12

const hasWords = /[\p{L}\p{N}$]/u
const noteLabel = /^(?:notes?|n\.?b\.?|fyi|background|context|for (?:your )?information|about us)(?::| -|,) /i
const anyMoney = new RegExp(moneyPattern, 'i')
const severalAmounts: Inquiry = {
  ...askTotal,
  question: 'The sentence names several amounts. What is the whole amount in US dollars?',
}

/** How a sentence is read. */
export interface SentenceContext {
  /** Sentences that were read before in the same text. */
  readonly known: Map<string, readonly Clause[]>
  /** Of the whole text. */
  readonly budget: ReadBudget
  readonly circumstances: Circumstances
}

/** Takes a sentence apart into exact statements and what lies between them; every word is in a clause or joins two. */
export function readSentence(text: string, context: SentenceContext): readonly Clause[] {
  const known = context.known.get(text)
  if (known !== undefined) return known
  const clauses = readNewSentence(text, context)
  context.known.set(text, clauses)
  return clauses
}

function readNewSentence(text: string, context: SentenceContext): readonly Clause[] {
  const whole = { start: 0, end: text.length }
  if (!hasWords.test(text) || isConnective(text)) return [{ kind: 'connective', ...whole }]
  if (text.length > maxSentenceChars) return [askedAs(askMeaning, whole)]
  const joint = /^[,;:–-] ?(?:(?:and|then|also) )?/.exec(text)?.[0].length ?? 0
  if (joint > 0) return readSentence(text.slice(joint), context).map((clause) => movedBy(clause, joint))
  const noted = noteLabel.exec(text)
  if (noted !== null) return [noteOf(text, noted[0].length, context)]
  const pieces = exactPieces(text, context)
  if (pieces !== null) return withCountAsked(text, pieces)
  const amounts = amountsIn(text)
  const rest = restOf(text, amounts)
  if (amounts.length === 0) return readRest(text, whole, context)
  if (rest.some(({ start, end }) => anyMoney.test(text.slice(start, end))))
    return [askedAs(severalAmounts, whole)]
  const clauses = rest.flatMap((part) => readRest(text, part, context))
  return [...amounts, ...clauses].toSorted((a, b) => a.start - b.start)
}

function movedBy(clause: Clause, by: number): Clause {
  return { ...clause, start: clause.start + by, end: clause.end + by }
}

/** A question about all words of a part. */
export function askedAs(inquiry: Inquiry, { start, end }: Range): Clause {
  const whole = { start: 0, end: end - start }
  return { kind: 'ambiguity', start, end, inexact: { ...inquiry, phrase: whole, hole: whole } }
}

function isDeadline({ check }: ReadCheck): boolean {
  return check.checker === 'deadline_met' && check.field === undefined
}

/** A sentence that says of itself that it only informs is a term, unless something in it could be checked. */
function noteOf(text: string, start: number, context: SentenceContext): Clause {
  const whole = { start: 0, end: text.length }
  const clauses = readSentence(text.slice(start), context)
  const informs = clauses.every(
    (clause) =>
      (clause.kind === 'question' && !proposesSomething(clause.question)) ||
      (clause.kind === 'unsupported' && clause.reason.startsWith('no check')) ||
      clause.kind === 'ambiguity',
  )
  return informs ? { kind: 'term', ...whole } : askedAs(askMeaning, whole)
}

/**
 * The sentence as exact pieces from its first word to its last: checks, amounts, and words that ask for nothing. Checks beside one
 * another are one piece, so that no word between them is passed over. Null where anything else is left.
 */
function exactPieces(text: string, { circumstances }: SentenceContext): readonly Clause[] | null {
  const joints = jointsOf(text)
  if (joints.length > maxJoints) return null
  const starts = [0, ...joints.map(({ end }) => end)]
  const ends = [...joints.map(({ start }) => start), text.length]
  const from = (index: number): readonly Clause[] | null => {
    const start = starts[index]
    if (start === undefined) return null
    for (let last = ends.length - 1; last >= index; last -= 1) {
      const piece = { start, end: ends[last] ?? text.length }
      const clauses = exactPiece(text, piece, circumstances, joints[last]?.isLabel === true)
      if (clauses === null) continue
      if (last === ends.length - 1) return clauses
      const isCheck = clauses.some(({ kind }) => kind === 'condition')
      const rest = from(last + 1)
      if (rest !== null && !(isCheck && rest[0]?.kind === 'condition')) return [...clauses, ...rest]
    }
    return null
  }
  return from(0)
}

function exactPiece(
  text: string,
  range: Range,
  circumstances: Circumstances,
  isLabel: boolean,
): readonly Clause[] | null {
  const trimmed = withoutBlanks(text, range)
  if (trimmed === null) return null
  const { start, end } = trimmed
  const piece = text.slice(start, end)
  if (isConnective(piece) || (isLabel && headingKind(piece) === 'required'))
    return [{ kind: 'connective', start, end }]
  const { end: led } = leadAt(piece, 0)
  const isWhole = start === 0 && end === text.length
  const amount = readAmount(piece) ?? readAmount(piece.slice(led))
  if (amount !== null && (isWhole || !isMoneyAlone(piece))) return [{ kind: 'amount', start, end, amount }]
  const checks = compileText(piece, circumstances)
  if (checks === null) return null
  return checks.some(isDeadline) && !isTimeOfDelivery(piece, text)
    ? null
    : conditionsOf(checks, start, piece.length)
}

const moneyAlone = new RegExp(`^(?:${moneyPattern})$`, 'i')

function isMoneyAlone(piece: string): boolean {
  return moneyAlone.test(piece.trim())
}

/** The checks of a piece as clauses; those of the same words are clauses of the same range. */
function conditionsOf(checks: readonly ReadCheck[], offset: number, length: number): readonly Clause[] {
  const first = Math.min(...checks.map(({ start }) => start))
  const last = Math.max(...checks.map(({ end }) => end))
  return checks
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ check, description, required, start, end }) => ({
      kind: 'condition',
      check,
      description,
      required,
      start: offset + (start === first ? 0 : start),
      end: offset + (end === last ? length : end),
    }))
}

const rowsPaid = /^(?:\d[\d,]*) (?:rows?|records?|lines?|entries|items?)\b/i

/** `50 rows at $2 each with email` may want all 50 rows, or pay for those that there are: the count is never only a price. */
function withCountAsked(text: string, pieces: readonly Clause[]): readonly Clause[] {
  const amount = pieces.find((piece) => piece.kind === 'amount' && piece.amount.kind === 'units')
  const checks = pieces.filter((piece) => piece.kind === 'condition')
  const [first] = checks
  if (amount?.kind !== 'amount' || amount.amount.kind !== 'units' || first === undefined) return pieces
  const said = text.slice(amount.start, amount.end)
  if (!rowsPaid.test(said) || checks.some(({ check }) => check.checker === 'row_count')) return pieces
  const count = `exactly ${amount.amount.units} rows`
  const rest = checks.map(({ description, required }) => (required ? description : `ideally ${description}`))
  const words = { text: said, start: 0, end: first.end - first.start }
  const question: Question = {
    ...words,
    reason: 'several_readings',
    question: `Must all ${amount.amount.units} rows be there, or is each row paid for by itself?`,
    wants: 'reading',
    candidates: [[count, ...rest].join('; '), rest.join('; ')],
    rewrites: [[count, ...rest], rest],
  }
  const asked: Clause = { kind: 'question', question, start: first.start, end: first.end }
  return pieces.flatMap((piece) => (piece === first ? [asked] : piece.kind === 'condition' ? [] : [piece]))
}

/** Amounts that fill whole clauses of a sentence that is not exact as a whole. */
function amountsIn(text: string): readonly Clause[] {
  const joints = jointsOf(text)
  const bounds = [{ start: 0, end: 0 }, ...joints, { start: text.length, end: text.length }]
  return bounds.slice(1).flatMap((joint, index): Clause[] => {
    const start = bounds[index]?.end ?? 0
    const piece = text.slice(start, joint.start)
    const amount = isMoneyAlone(piece)
      ? null
      : (readAmount(piece) ?? readAmount(piece.slice(leadAt(piece, 0).end)))
    return amount === null ? [] : [{ kind: 'amount', start, end: joint.start, amount }]
  })
}

/** What the amounts leave of a sentence, without the joints around it. */
function restOf(text: string, amounts: readonly Range[]): readonly Range[] {
  const joints = jointsOf(text)
  const rest: Range[] = []
  let from = 0
  for (const { start, end } of [...amounts, { start: text.length, end: text.length }]) {
    const first = joints.find((joint) => joint.start === from && from > 0)
    const last = joints.findLast((joint) => joint.end === start && start < text.length)
    const part = withoutBlanks(text, {
      start: first?.end ?? from,
      end: Math.max(first?.end ?? from, last?.start ?? start),
    })
    if (part !== null) rest.push(part)
    from = end
  }
  return rest
}

/** What is no exact statement: a question about an amount, or what the reader says of it. */
function readRest(text: string, part: Range, { circumstances, budget }: SentenceContext): readonly Clause[] {
  const clause = text.slice(part.start, part.end)
  if (isConnective(clause)) return [{ kind: 'connective', ...part }]
  const outcome = readText(clause, circumstances, budget)
  if (outcome.checks.some(isDeadline) && !isTimeOfDelivery(clause, text)) return [askedAs(askMeaning, part)]
  const places = findInexact(clause, text)
  const blank = findPlaceholder(clause) === null ? undefined : places[0]
  if (blank !== undefined) return [{ kind: 'ambiguity', ...part, inexact: blank }]
  const price = places.find(({ path }) => path === 'value' || path === 'unitization')
  const hasRewrite = outcome.questions.some((one) => one.reason === 'qualified' || proposesSomething(one))
  const isPrice =
    price?.path === 'unitization' || (price !== undefined && !hasRewrite && outcome.undecided.length === 0)
  if (price !== undefined && isPrice && outcome.checks.length === 0)
    return [{ kind: 'ambiguity', ...part, inexact: price }]
  const found = [
    ...(outcome.undecided.length === 0
      ? conditionsOf(outcome.checks, part.start, clause.length)
      : outcome.checks.map(
          ({ check, description, required, start, end }): Clause => ({
            kind: 'condition',
            check,
            description,
            required,
            start: part.start + start,
            end: part.start + end,
          }),
        )),
    ...outcome.undecided.map(
      ({ reason, method, start, end }): Clause => ({
        kind: 'unsupported',
        reason,
        method,
        start: part.start + start,
        end: part.start + end,
      }),
    ),
  ].toSorted((a, b) => a.start - b.start)
  if (found.length + outcome.questions.length === 0) return [askedAs(askMeaning, part)]
  return outcome.questions.length > 0 ? questionsOf(outcome.questions, part, clause) : sharedOut(found, part)
}

/** One question is about all words of a part; several share them out, each up to where the next one is about. */
function questionsOf(questions: readonly Question[], part: Range, clause: string): readonly Clause[] {
  return questions.map((question, index): Clause => {
    const start = index === 0 ? 0 : question.start
    const end = clause
      .slice(0, questions[index + 1]?.start ?? clause.length)
      .replace(/[\s,;]+(?:and)?\s*$/, '').length
    const moved = { ...question, start: question.start - start, end: question.end - start }
    return { kind: 'question', question: moved, start: part.start + start, end: part.start + end }
  })
}

/** Clauses that cover all words of a part but for what joins them. */
function sharedOut(clauses: readonly Clause[], part: Range): readonly Clause[] {
  return clauses.map((clause, index) => ({
    ...clause,
    start: index === 0 ? part.start : clause.start,
    end: index === clauses.length - 1 ? part.end : clause.end,
  }))
}

/** A part without the blanks around it, or null when it is nothing else. */
function withoutBlanks(text: string, { start, end }: Range): Range | null {
  const part = text.slice(start, end)
  const leading = part.length - part.trimStart().length
  return leading === part.length ? null : { start: start + leading, end: start + part.trimEnd().length }
}
