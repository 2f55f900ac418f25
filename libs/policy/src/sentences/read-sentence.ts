import { enclosureAt, findEnclosures } from './enclosures.ts'
import { findInexact } from '../inexact/find-inexact.ts'
import type { Range } from '../grammar/placeholder.ts'
import { askTotal, type Inexact, type Inquiry } from '../inexact/inexact-forms.ts'
import { moneyPattern } from '../amounts/amount-forms.ts'
import { type Statement, statementAt } from './statement.ts'
import { clauseEnd } from '../inexact/time-words.ts'
import { isTimeOfDelivery, speaksOfDelivery } from './topics.ts'
import { findUnsupported, type Unsupported } from './unsupported.ts'

/** What one clause of a sentence is; `start` and `end` are positions in the sentence. */
export type Clause = Range &
  (
    | Statement
    | { readonly kind: 'ambiguity'; readonly inexact: Inexact }
    | ({ readonly kind: 'unsupported' } & Unsupported)
    | { readonly kind: 'term' }
  )

/** Sentences over this are terms as they are: no check is that long. */
const maxSentenceChars = 2_000
/** Places in one sentence where a statement is looked for. */
const maxStarts = 64

interface Joint extends Range {
  /** Whether what follows may be a statement whatever stands before. */
  readonly isStrong: boolean
  /** Whether what it joins could stand alone as sentences. */
  readonly isCut: boolean
  /** Whether it only stands before a time. */
  readonly isTime: boolean
}

const hasWords = /[\p{L}\p{N}$]/u
const joints = new RegExp(clauseEnd, 'gi')
const cuttingJoint = /^(?:, (?:and|then|plus) | [-–—] )$/i
/** A sentence that says under which condition something holds, or that it does not, states no check by a part of it. */
const hypothetical =
  /^(?:if|when|whenever|unless|in case|should|once|until|provided|for example|e\.g\.|for instance|assuming)\b|\b(?:not (?:required|necessary|needed)|need not|doesn't need|don't need|do not need|for example|for instance|e\.g\.|such as)/i
/** Words with which a clause takes back or narrows the one before it. */
const narrows =
  /^(?:except|unless|if|when|provided|excluding|other than|apart from|where|which|that|who|as long as|only|save|though|although|otherwise|or|nor|not|with the exception|more or less|give or take|plus or minus|ideally|if possible)\b/i
const anyMoney = new RegExp(moneyPattern, 'i')
const severalAmounts: Inquiry = {
  ...askTotal,
  question: 'The sentence names several amounts. What is the whole amount in US dollars?',
}

/** Takes a sentence apart into exact statements and what lies between them. */
export function readSentence(text: string, isSoftware: boolean): readonly Clause[] {
  if (text.length > maxSentenceChars || !hasWords.test(text))
    return [{ kind: 'term', start: 0, end: text.length }]
  const all = jointsOf(text)
  const statements = hypothetical.test(text) ? [] : statementsIn(text, all)
  const rest = restOf(text, statements, all)
  const hasAmount = statements.some(({ kind }) => kind === 'amount')
  if (hasAmount && rest.some(({ start, end }) => anyMoney.test(text.slice(start, end)))) {
    const whole = { start: 0, end: text.length }
    return [{ kind: 'ambiguity', ...whole, inexact: { ...severalAmounts, phrase: whole, hole: whole } }]
  }
  const clauses = rest.flatMap((part) => readRest(text, part, all, isSoftware))
  return [...statements, ...clauses].toSorted((a, b) => a.start - b.start)
}

function jointsOf(text: string): readonly Joint[] {
  const enclosures = findEnclosures(text)
  return Array.from(text.matchAll(joints), ({ index, 0: joint }) => ({
    start: index,
    end: index + joint.length,
    isStrong: joint === ': ' || cuttingJoint.test(joint),
    isCut: cuttingJoint.test(joint),
    isTime: joint === ' ',
  })).filter(({ start }) => enclosureAt(enclosures, start) === undefined)
}

type StatementClause = Extract<Clause, Statement>

function statementsIn(text: string, all: readonly Joint[]): StatementClause[] {
  const found: StatementClause[] = []
  let from = 0
  const starts = [0, ...all.map(({ end }) => end)].slice(0, maxStarts)
  for (const [index, start] of starts.entries()) {
    if (start < from) continue
    const joint = all[index - 1]
    if (joint !== undefined && !mayStart(text, joint, { last: found.at(-1), from })) continue
    const match = statementAt(text, start)
    if (match === null || isNarrowed(text, match.end, all)) continue
    found.push({ start, end: match.end, ...match.statement })
    from = match.end
  }
  return found
}

/**
 * What stands before a plain `and` or comma must be a clause of its own, or the two belong together. A time without
 * either belongs to what stands before it, which must be about the delivery.
 */
function mayStart(
  text: string,
  joint: Joint,
  { last, from }: { last: StatementClause | undefined; from: number },
): boolean {
  const before = text.slice(from, joint.start).trim()
  if (joint.isTime) {
    const clause = text.slice(before === '' ? (last?.start ?? 0) : from, joint.start)
    return isTimeOfDelivery(clause, text) && (before === '' || speaksOfDelivery(clause))
  }
  if (before === '') return true
  if (/\d$/.test(before)) return false
  return joint.isStrong || before.split(' ').length > 2
}

function isNarrowed(text: string, end: number, all: readonly Joint[]): boolean {
  const next = all.find(({ start }) => start === end)
  return next !== undefined && narrows.test(text.slice(next.end))
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
  return withoutBlanks(text, { start: from, end: to })
}

/** A part without the blanks around it, or null when it is nothing else. */
function withoutBlanks(text: string, { start, end }: Range): Range | null {
  const part = text.slice(start, end)
  const leading = part.length - part.trimStart().length
  return leading === part.length ? null : { start: start + leading, end: start + part.trimEnd().length }
}

/** Clauses of what is no exact statement, taken apart where each could stand alone; adjacent terms are one. */
function readRest(text: string, part: Range, all: readonly Joint[], isSoftware: boolean): Clause[] {
  const clauses: Clause[] = []
  let from = part.start
  const cuts = all.filter(({ start, end, isCut }) => isCut && start > part.start && end < part.end)
  for (const { start, end } of [...cuts, { start: part.end, end: part.end }]) {
    const piece = withoutBlanks(text, { start: from, end: start })
    from = end
    if (piece === null) continue
    const read = classify(text, piece, isSoftware)
    const [clause] = read
    const last = clauses.at(-1)
    if (clause?.kind === 'term' && last?.kind === 'term')
      clauses[clauses.length - 1] = { ...last, end: clause.end }
    else clauses.push(...read)
  }
  return clauses
}

function classify(text: string, part: Range, isSoftware: boolean): readonly Clause[] {
  const clause = text.slice(part.start, part.end)
  const places = findInexact(clause, text)
  if (places.length > 0) return ambiguities(clause, part, places)
  const unsupported = findUnsupported(clause, isSoftware)
  return [unsupported === null ? { kind: 'term', ...part } : { kind: 'unsupported', ...part, ...unsupported }]
}

/** A question for each place; a clause with several is cut before each place but the first. */
function ambiguities(clause: string, { start, end }: Range, places: readonly Inexact[]): Clause[] {
  const cuts = places.map(({ phrase }, index) => (index === 0 ? 0 : phrase.start))
  return places.map((inexact, index) => {
    const from = cuts[index] ?? 0
    const next = cuts[index + 1]
    const to = next === undefined ? end : start + clause.slice(0, next).trimEnd().length
    return { kind: 'ambiguity', start: start + from, end: to, inexact: movedBy(inexact, -from) }
  })
}

function movedBy(inexact: Inexact, by: number): Inexact {
  const move = ({ start, end }: Range): Range => ({ start: start + by, end: end + by })
  return { ...inexact, phrase: move(inexact.phrase), hole: move(inexact.hole) }
}
