import { moneyPattern } from '../amounts/amount-forms.ts'
import type { CheckerName } from '@outturn/checkers'
import type { Circumstances } from '../grammar/compile-condition.ts'
import type { Range } from '../grammar/placeholder.ts'
import { askMeaning, askTotal, type Inquiry } from '../inexact/inquiry.ts'
import { noLaterThanPattern } from '../inexact/time-words.ts'
import type { Clause } from './clause.ts'
import { headingKind, isConnective } from './connectives.ts'
import { type Joint, jointsOf } from './joints.ts'
import { askFields } from './open-fields.ts'
import { askedAs, readRest, withoutBlanks } from './read-rest.ts'
import { type FoundStatement, movedBy, statementAt } from './statement.ts'
import { isTimeOfDelivery, speaksOfDelivery } from './topics.ts'

/** Sentences over this are asked about as they are: no check is that long. */
const maxSentenceChars = 2_000
/** Places in one sentence where a statement is looked for. */
const maxStarts = 64

const hasWords = /[\p{L}\p{N}$]/u
/** A sentence that says under which condition something holds, or that it does not, states no check by a part of it. */
const hypothetical =
  /^(?:if|when|whenever|unless|in case|should|once|until|provided|for example|e\.g\.|for instance|assuming)\b|\b(?:not (?:required|necessary|needed|obligatory)|need not|needn't|no need|doesn't (?:need|have)|don't (?:need|have|want)|do not (?:need|have|want)|does not (?:need|have)|not have to|for example|for instance|e\.g\.|such as)/i
/** Words with which a clause takes back or narrows the one before it. */
const narrows =
  /^(?:except|unless|if|when|provided|excluding|other than|apart from|where|which|that|who|as long as|only|save|though|although|otherwise|or|nor|not|with the exception|more or less|give or take|plus or minus|ideally|if possible|at least|at most|minimum|maximum|approximately|roughly|about)\b/i
/** Words that take back what the rest of their sentence says, wherever they stand in it. */
const undoes =
  /\b(?:ignore|forget|disregard|never mind|nevermind|skip|cancel(?:led)?|void|waived?|joke|joking|kidding|sarcas\w*|not true|is false|no longer|instead|rather than|on second thoughts?|scratch that|not (?:apply|count|matter|binding)|pretend|hypothetical(?:ly)?|untrue|opposite|contrary)\b/i
/** Words that narrow it. */
const limits = /\b(?:unless|except(?:ing|ed)?|excluding)\b/i
const noteLabel = /^(?:notes?|n\.?b\.?|fyi|background|context|for (?:your )?information|about us)(?::| -|,) /i
const anyMoney = new RegExp(moneyPattern, 'i')
const severalAmounts: Inquiry = {
  ...askTotal,
  question: 'The sentence names several amounts. What is the whole amount in US dollars?',
}

/** How a sentence is read. */
export interface SentenceContext {
  readonly isSoftware: boolean
  readonly circumstances: Circumstances
}

/** Takes a sentence apart into exact statements and what lies between them; every word is in a clause or joins two. */
export function readSentence(text: string, context: SentenceContext): readonly Clause[] {
  if (!hasWords.test(text)) return [{ kind: 'connective', start: 0, end: text.length }]
  if (text.length > maxSentenceChars) return [askedAs(askMeaning, { start: 0, end: text.length })]
  const noted = noteLabel.exec(text)
  if (noted !== null) return [noteOf(text, noted[0].length, context)]
  const all = jointsOf(text)
  const statements = hypothetical.test(text) ? [] : statementsIn(text, all, context)
  const rest = restOf(text, statements, all)
  const whole = { start: 0, end: text.length }
  if (rest.some(({ start, end }) => undoes.test(text.slice(start, end)))) return [askedAs(askMeaning, whole)]
  if (statements.length > 0 && rest.some(({ start, end }) => limits.test(text.slice(start, end)))) {
    return readRest(whole, { sentence: text, ...context })
  }
  const hasAmount = statements.some(({ kind }) => kind === 'amount')
  if (hasAmount && rest.some(({ start, end }) => anyMoney.test(text.slice(start, end)))) {
    return [askedAs(severalAmounts, whole)]
  }
  const clauses = rest.flatMap((part) => piecesOf(text, part, all, context))
  return [...statements, ...clauses].toSorted((a, b) => a.start - b.start)
}

/** A sentence that says of itself that it only informs is a term, unless something in it could be checked. */
function noteOf(text: string, start: number, context: SentenceContext): Clause {
  const whole = { start: 0, end: text.length }
  const informs = readSentence(text.slice(start), context).every(asksMeaning)
  return informs ? { kind: 'term', ...whole } : askedAs(askMeaning, whole)
}

function statementsIn(text: string, all: readonly Joint[], { circumstances }: SentenceContext): Clause[] {
  const found: Clause[] = []
  let from = 0
  const starts = [0, ...all.map(({ end }) => end)].slice(0, maxStarts)
  for (const [index, start] of starts.entries()) {
    if (start < from) continue
    const joint = all[index - 1]
    const last = found.at(-1)
    if (joint !== undefined && !mayStart(text, joint, { last, from })) continue
    const match: SharingStatement | null =
      statementAt(text, start, circumstances) ??
      (joint !== undefined && last !== undefined && last.end === joint.start
        ? sharingWords(text, start, text.slice(last.start, last.end), circumstances)
        : null)
    if (match === null || isNarrowed(text, match, all)) continue
    found.push(clauseOf(text, match, start))
    from = match.end
  }
  return found
}

function clauseOf(text: string, { statement, end, sharedWords }: SharingStatement, start: number): Clause {
  if (statement.kind !== 'open_fields') return { start, end, ...statement }
  const inexact = askFields(movedBy(statement, -start).openFields)
  const { hole } = inexact
  const clause = text.slice(start, end)
  const completed = (words: string) =>
    `${sharedWords ?? ''}${clause.slice(0, hole.start)}${words}${clause.slice(hole.end)}`
  // Values that the noun says the kind of, in a field of another name.
  const elsewhere = completed(`${clause.slice(hole.start, hole.end)} in field {}`)
  const fills = [completed('{}'), elsewhere]
  return { kind: 'ambiguity', start, end, inexact: { ...inexact, fills } }
}

/** A statement with the words that it shares with the clause before and leaves out. */
type SharingStatement = FoundStatement & { readonly sharedWords?: string }

const listCheckers = new Set<CheckerName>(['completeness', 'duplicate_rate', 'text_contains'])
const listsFields = /\b(?:has|have|with|having|including|contains?|includes?) /i
const listedThing = /^(?:an? |the |its |their |["`]|valid )/i
const excludedPhrase = /^not (?:the (?:word|phrase) )?"/i

/** Reads a clause that leaves out the words it shares with the clause before: `a phone` after `each with a name and`. */
function sharingWords(
  text: string,
  start: number,
  before: string,
  circumstances: Circumstances,
): SharingStatement | null {
  const following = text.slice(start)
  const shared =
    listsFields.test(before) && listedThing.test(following)
      ? (['with ', following] as const)
      : /"/.test(before) && excludedPhrase.test(following)
        ? (['text must not contain ', following.slice('not '.length)] as const)
        : null
  if (shared === null) return null
  const [words, clause] = shared
  const match = statementAt(words + clause, 0, circumstances)
  if (match === null) return null
  const by = start + (following.length - clause.length) - words.length
  const statement = match.statement.kind === 'open_fields' ? movedBy(match.statement, by) : match.statement
  return { statement, end: match.end + by, sharedWords: words }
}

/** Words that make what follows depend on something. */
const dependent = /\b(?:if|when|unless|provided|in case|should|bonus|extra)\b/i
const priceWords = /^for /i
const listWords = /^(?:with|having|including|without|containing) /i
const timeWords = new RegExp(
  `^(?:(?:to be )?(?:delivered|received|submitted|due) )?${noLaterThanPattern}\\b`,
  'i',
)

/**
 * What stands before a plain `and` or comma must be a clause of its own, or the two belong together. A label must be one
 * that changes nothing. A price, a list or a time without a comma belongs to the statement before it.
 */
function mayStart(
  text: string,
  joint: Joint,
  { last, from }: { last: Clause | undefined; from: number },
): boolean {
  const before = text.slice(from, joint.start).trim()
  const following = text.slice(joint.end, joint.end + 80)
  if (joint.isBlank) {
    if (!timeWords.test(following)) {
      return before === '' && (priceWords.test(following) || listWords.test(following))
    }
    const clause = text.slice(before === '' ? (last?.start ?? 0) : from, joint.start)
    return (
      !dependent.test(clause) && isTimeOfDelivery(clause, text) && (before === '' || speaksOfDelivery(clause))
    )
  }
  if (before === '' || isConnective(before)) return true
  if (joint.isLabel) return headingKind(before.replace(/^(?:and|but|,|;) ?/i, '')) === 'required'
  if (/\d$/.test(before)) return false
  return joint.isStrong || before.split(' ').length > 2
}

/** Whether the clause after a statement takes it back or narrows it, or goes on with its list by `or`. */
function isNarrowed(text: string, { statement, end }: FoundStatement, all: readonly Joint[]): boolean {
  const index = all.findIndex(({ start }) => start === end)
  const next = all[index]
  if (next === undefined) return false
  const following = text.slice(next.end, all[index + 1]?.start)
  if (narrows.test(following)) return !excludedPhrase.test(following)
  return isOfList(statement) && /^["`]/.test(following) && / or /.test(following)
}

function isOfList(statement: FoundStatement['statement']): boolean {
  return (
    statement.kind === 'open_fields' ||
    (statement.kind === 'condition' && listCheckers.has(statement.check.checker))
  )
}

/** What the statements leave of a sentence, without the joints around it. */
function restOf(text: string, statements: readonly Range[], all: readonly Joint[]): Range[] {
  const rest: Range[] = []
  let from = 0
  for (const { start, end } of [...statements, { start: text.length, end: text.length }]) {
    const part = withoutJoints(text, { start: from, end: start }, all)
    if (part !== null) rest.push(part)
    from = end
  }
  return rest
}

function withoutJoints(text: string, { start, end }: Range, all: readonly Joint[]): Range | null {
  const first = all.find((joint) => joint.start === start)
  const last = all.findLast((joint) => joint.end === end)
  const from = first === undefined || start === 0 ? start : first.end
  const to = last === undefined || end === text.length ? end : last.start
  return withoutBlanks(text, { start: from, end: Math.max(from, to) })
}

/** Clauses of what is no exact statement, taken apart where each could stand alone; adjacent questions about all words are one. */
function piecesOf(text: string, part: Range, all: readonly Joint[], context: SentenceContext): Clause[] {
  const clauses: Clause[] = []
  let from = part.start
  const cuts = all.filter(({ start, end }) => start > part.start && end < part.end)
  for (const { start, end, isCut } of [...cuts, { start: part.end, end: part.end, isCut: true }]) {
    if (!isCut && !isConnective(text.slice(from, start).trim())) continue
    const piece = withoutBlanks(text, { start: from, end: start })
    from = end
    if (piece === null) continue
    const read = readRest(piece, { sentence: text, ...context })
    const [clause] = read
    const last = clauses.at(-1)
    if (
      clause !== undefined &&
      last !== undefined &&
      asksMeaning(clause) &&
      asksMeaning(last) &&
      read.length === 1
    ) {
      clauses[clauses.length - 1] = askedAs(askMeaning, { start: last.start, end: clause.end })
    } else clauses.push(...read)
  }
  return clauses
}

function asksMeaning(clause: Clause): boolean {
  return clause.kind === 'ambiguity' && clause.inexact.question === askMeaning.question
}
