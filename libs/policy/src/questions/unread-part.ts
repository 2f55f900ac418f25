import type { Question } from '../outcome.ts'
import { extractOf, type Inquiry, readable, sentencesOf } from './inquiry.ts'

const joints = new Set(['and', 'but', ',', ';', '.', ':', '-', '–', '—'])

/** Asks about the part of a text that is no check beside parts that are. Null where no part is one. */
export function askUnreadPart(inquiry: Inquiry): Question | null {
  const { tokens, text } = inquiry
  for (const [at, { folded }] of tokens.entries()) {
    if (!joints.has(folded) || at === 0 || at === tokens.length - 1) continue
    const before = text.slice(tokens[0]?.start, tokens[at - 1]?.end)
    const after = text.slice(tokens[at + 1]?.start, tokens.at(-1)?.end)
    const [first, second] = [inquiry.compile(before), inquiry.compile(after)]
    if ((first === null) === (second === null)) continue
    const extract = first === null ? extractOf(inquiry, 0, at) : extractOf(inquiry, at + 1, tokens.length)
    const kept = readable(inquiry, sentencesOf([first === null ? after : before]))
    return {
      ...extract,
      reason: 'qualified',
      question: `${JSON.stringify(extract.text)} is no check that is known. Without it the rest asks for less. What does it require?`,
      wants: 'sentence',
      candidates: kept.map(({ candidate }) => candidate),
      rewrites: kept.map(({ rewrite }) => rewrite),
    }
  }
  return null
}
