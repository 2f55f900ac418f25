import { type Asker, extractOf, questionOf, readable, type Proposal } from '../inquiry.ts'

/** Asks about two checks that `or` joins, as no check says that one of them is enough. */
export const askAlternatives: Asker = (inquiry) => {
  const { tokens, text } = inquiry
  for (const [at, { folded }] of tokens.entries()) {
    if (folded !== 'or' || at === 0) continue
    const left = text.slice(tokens[0]?.start, tokens[at - 1]?.end)
    const right = text.slice(tokens[at + 1]?.start)
    const proposals: readonly Proposal[] = [
      { candidate: `${left}; ${right}`, rewrite: [left, right] },
      { candidate: left, rewrite: left },
      { candidate: right, rewrite: right },
    ]
    const kept = readable(inquiry, proposals)
    if (kept.length < 2) continue
    return questionOf(
      {
        ...extractOf(inquiry, at, at + 1),
        reason: 'several_readings',
        question: 'No check says that one of two requirements is enough. Do both hold, or which one?',
        wants: 'reading',
      },
      kept,
    )
  }
  return null
}
