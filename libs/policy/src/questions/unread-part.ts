import type { Question } from '../outcome.ts'
import { extractOf, type Inquiry, type Proposal, proposesSomething, readable } from './inquiry.ts'

const joints = new Set(['and', 'but', ',', ';', '.', ':', '-', '–', '—'])
/** Words that may open a clause without a joint. */
const openers = new Set(['by', 'with', 'having', 'each', 'no', 'delivered', 'within', 'before', 'until'])

interface Part {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Asks about the part of a text that is no check beside parts that are, or about two parts that both leave something open. */
export function askParts(inquiry: Inquiry): readonly Question[] {
  const { tokens } = inquiry
  let both: readonly Question[] = []
  for (const [at, { folded }] of tokens.entries()) {
    if (at === 0 || at === tokens.length - 1 || !(joints.has(folded) || openers.has(folded))) continue
    const isWithin = /^[-–—:.]$/.test(folded) && tokens[at + 1]?.isSpaced !== true
    if (isWithin) continue
    const start = joints.has(folded) ? at + 1 : at
    const [left, right] = [partOf(inquiry, 0, at), partOf(inquiry, start, tokens.length)]
    const [isLeft, isRight] = [inquiry.compile(left.text) !== null, inquiry.compile(right.text) !== null]
    if (isLeft !== isRight) {
      const question = beside(inquiry, isLeft ? right : left, isLeft ? left.text : right.text, isLeft)
      if (question !== null && (joints.has(folded) || proposesSomething(question))) return [question]
    } else if (!isLeft && both.length === 0) {
      const [first, second] = [openIn(inquiry, left), openIn(inquiry, right)]
      if (first !== null && second !== null) both = [first, second]
    }
  }
  return both
}

function partOf({ text, tokens }: Inquiry, from: number, to: number): Part {
  return { text: text.slice(tokens[from]?.start, tokens[to - 1]?.end), from, to }
}

/** The question of a part whose rewrites compile; it is asked about in the words of the whole text. */
function openIn(inquiry: Inquiry, part: Part): Question | null {
  const [question] = inquiry.ask(part.text)
  if (question === undefined || !proposesSomething(question)) return null
  const by = inquiry.tokens[part.from]?.start ?? 0
  return { ...question, start: question.start + by, end: question.end + by, rewrites: [] }
}

/** The question about one part where the other one is exact: each rewrite has both. */
function beside(inquiry: Inquiry, part: Part, exact: string, isFirst: boolean): Question | null {
  const by = inquiry.tokens[part.from]?.start ?? 0
  const question = questionAbout(inquiry, part, isFirst)
  if (question !== undefined && proposesSomething(question)) {
    const proposals = question.rewrites.map(
      (rewrite, index): Proposal => ({
        candidate: question.candidates[index] ?? '',
        rewrite: isFirst ? [exact, ...[rewrite].flat()] : [...[rewrite].flat(), exact],
      }),
    )
    const isFree = proposals.every(({ rewrite }) => [rewrite].flat().some((line) => line.includes('{}')))
    const kept = isFree ? proposals : readable(inquiry, proposals)
    if (kept.length > 0) {
      return {
        ...question,
        start: question.start + by,
        end: question.end + by,
        candidates: isFree ? [] : kept.map(({ candidate }) => candidate),
        rewrites: kept.map(({ rewrite }) => rewrite),
      }
    }
  }
  const extract = extractOf(inquiry, part.from, part.to)
  return {
    ...extract,
    reason: 'qualified',
    question: `${JSON.stringify(extract.text)} is no check that is known. The rest, ${JSON.stringify(exact)}, is a check. What does it require?`,
    wants: 'sentence',
    candidates: [],
    rewrites: [],
  }
}

/** The question about a part, with the subject that it shares with the part before where it has none: `unique and reachable`. */
function questionAbout(inquiry: Inquiry, part: Part, isSecond: boolean): Question | undefined {
  const [own] = inquiry.ask(part.text)
  const [subject] = inquiry.named
  if ((own !== undefined && proposesSomething(own)) || !isSecond || subject === undefined) return own
  const predicate = part.text.replace(/^(?:is|are|be|must be|should be) /i, '')
  const [shared] = inquiry.ask(`${JSON.stringify(subject.name)} is ${predicate}`)
  if (shared === undefined || !proposesSomething(shared)) return own
  const { text } = extractOf(inquiry, part.from, part.to)
  return { ...shared, text, start: 0, end: text.length }
}
