import { findInexact } from '../inexact/find-inexact.ts'
import { askMeaning, type Inexact } from '../inexact/inquiry.ts'
import type { Circumstances } from '../grammar/compile-condition.ts'
import type { Range } from '../grammar/placeholder.ts'
import type { Clause } from './clause.ts'
import { headingKind, isConnective } from './connectives.ts'
import { leadAt } from './leads.ts'
import { type OpenStatement, readStatement, type Statement } from './statement.ts'
import { findUnsupported } from './unsupported.ts'

/** How the rest of a sentence is read. */
export interface RestContext {
  readonly sentence: string
  readonly isSoftware: boolean
  readonly circumstances: Circumstances
}

/** The clauses of what is no exact statement; every word of it is in one of them. */
export function readRest(part: Range, context: RestContext): readonly Clause[] {
  const clause = context.sentence.slice(part.start, part.end)
  const places = findInexact(clause, context.sentence)
  if (places.length === 0) return [plainClause(clause, part, context)]
  return places.flatMap((place, index) => {
    const start = index === 0 ? 0 : place.phrase.start
    const end = places[index + 1]?.phrase.start ?? clause.length
    const segment = withoutBlanks(clause, { start, end })
    if (segment === null) return []
    const moved = movedBy(place, -segment.start)
    return readSegment({ start: part.start + segment.start, end: part.start + segment.end }, moved, context)
  })
}

function plainClause(clause: string, part: Range, { sentence, isSoftware }: RestContext): Clause {
  const isLabel = sentence.startsWith(': ', part.end) && headingKind(clause) === 'required'
  if (isLabel || isConnective(clause)) return { kind: 'connective', ...part }
  const unsupported = findUnsupported(clause, isSoftware)
  return unsupported === null ? askedAs(askMeaning, part) : { kind: 'unsupported', ...part, ...unsupported }
}

/** A question about all words of a part. */
export function askedAs(inquiry: typeof askMeaning, { start, end }: Range): Clause {
  const whole = { start: 0, end: end - start }
  return { kind: 'ambiguity', start, end, inexact: { ...inquiry, phrase: whole, hole: whole } }
}

/**
 * A clause with one place that is not exact. The answer completes the words beside that place only where the grammar
 * knows them; others are a part of their own, so that the answer cannot leave them out.
 */
function readSegment(part: Range, place: Inexact, context: RestContext): readonly Clause[] {
  const text = context.sentence.slice(part.start, part.end)
  const asked = (range: Range): Clause => ({
    kind: 'ambiguity',
    start: part.start + range.start,
    end: part.start + range.end,
    inexact: movedBy(place, -range.start),
  })
  const { phrase } = place
  if (isCompletable(text, place, context)) return [asked({ start: 0, end: text.length })]
  const head = withoutBlanks(text, { start: 0, end: phrase.start })
  const tail = withoutBlanks(text, { start: afterComma(text, phrase.end), end: text.length })
  const keepsHead = head !== null && isCompletable(text.slice(0, phrase.end), place, context)
  const keepsTail =
    !keepsHead &&
    tail !== null &&
    isCompletable(text.slice(phrase.start), movedBy(place, -phrase.start), context)
  const range = { start: keepsHead ? 0 : phrase.start, end: keepsTail ? text.length : phrase.end }
  const outside = (rest: Range | null): readonly Clause[] =>
    rest === null ? [] : readRest({ start: part.start + rest.start, end: part.start + rest.end }, context)
  return [...(keepsHead ? [] : outside(head)), asked(range), ...(keepsTail ? [] : outside(tail))]
}

function afterComma(text: string, at: number): number {
  return text.startsWith(', ', at) ? at + ', '.length : at
}

/** Exact values of every kind that an answer can have. */
const samples = [
  '50',
  '"a"',
  '$5',
  '2100-01-01T00:00:00Z',
  'every row',
  'by 2100-01-01T00:00:00Z',
  'at most 2% duplicates by "a"',
  'no duplicates by "a"',
  '50 rows',
]

const frames: { readonly [path: string]: RegExp } = {
  value:
    /^(?:our|the|my|a|an|buyer's|seller's|client's|total|whole|overall|fixed|budget|price|fee|cost|payment|amount|value|for|this|that|it|job|work|task|project|order|of|in|all|we|i|you|can|could|will|would|do|pay|pays|to|spend|offer|is|be|at|and|have|please|usd|per|each|it's|delivery|upon|on)$/i,
  unitization:
    /^(?:our|the|we|i|will|pay|pays|deliver|provide|please|need|needs|you|must|for|at|each|and|in|total)$/i,
  deadline:
    /^(?:please|deliver|delivers|delivered|delivery|deadline|due|date|submit|submitted|send|sent|received|finish|finished|done|ready|complete|completed|needed|need|needs|want|expect|expected|it|this|the|a|an|all|everything|work|results?|list|file|data|dataset|report|rows|we|i|you|to|be|is|are|must|should|shall|will|by|on|at|for|have|has|final|latest|no|later|than|arrive|arrives|provider|seller)$/i,
  conditions:
    /^(?:please|list|dataset|file|data|it|they|we|i|you|the|a|must|should|need|needs|want|expect|deliver|provide|send|and|of|data|there|are|is|be)$/i,
}

/** Whether an answer in place of the words makes the whole text one statement, so that it loses none of its words. */
function isCompletable(
  text: string,
  { phrase, hole, wants, path, fills }: Inexact,
  { circumstances }: RestContext,
): boolean {
  if (wants === 'text' || wants === 'anything') return true
  const around = (range: Range, sample: string): string =>
    `${text.slice(0, range.start)}${sample}${text.slice(range.end)}`
  const beside = `${text.slice(0, phrase.start)} ${text.slice(phrase.end)}`
  if (leadAt(`${beside.trim()} `, 0).end > beside.trim().length && fills.length > 0) return true
  const words = beside.split(/[\s,:]+/).filter((word) => word !== '')
  if (fills.length > 0 && words.every((word) => frames[path]?.test(word) === true)) return true
  const known = { ...circumstances, fields: { ...circumstances.fields, answer: text } }
  const isWhole = hole.start === phrase.start && hole.end === phrase.end
  const ranges = isWhole ? [hole] : [hole, phrase]
  return samples.some((sample) =>
    ranges.some((range) => {
      const statement = readStatement(around(range, sample), known)
      return statement !== null && isOfKind(statement, wants)
    }),
  )
}

function isOfKind(statement: Statement | OpenStatement, wants: Inexact['wants']): boolean {
  if (statement.kind === 'amount') return wants === 'amount'
  const checker = statement.kind === 'condition' ? statement.check.checker : statement.openFields.checker
  return wants === 'condition' || wants === checker
}

/** A part without the blanks around it, or null when it is nothing else. */
export function withoutBlanks(text: string, { start, end }: Range): Range | null {
  const part = text.slice(start, end)
  const leading = part.length - part.trimStart().length
  return leading === part.length ? null : { start: start + leading, end: start + part.trimEnd().length }
}

function movedBy(inexact: Inexact, by: number): Inexact {
  const move = ({ start, end }: Range): Range => ({ start: start + by, end: end + by })
  return { ...inexact, phrase: move(inexact.phrase), hole: move(inexact.hole) }
}
