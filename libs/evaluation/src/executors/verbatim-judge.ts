import type { ClaimText } from './claim-text.ts'
import { normaliseText } from '@outturn/checkers'

/** Version of the built-in judge; part of every result it gives. */
export const verbatimJudgeVersion = '1.0.0'

/**
 * Whether one of the texts says the claim in its own words: both in NFKC, white space evened out, in lower case, without
 * the punctuation at the end of the claim. Only whole words and numbers count: 15 units do not say 5 units.
 */
export function isSaidVerbatim(claim: string, texts: readonly ClaimText[]): boolean {
  const words = folded(claim).replace(/[\s.,;:!?]+$/u, '')
  return words !== '' && texts.some(({ text }) => hasWords(folded(text), words))
}

function folded(text: string): string {
  return normaliseText(text).toLowerCase()
}

const wordBefore = /(?:[\p{L}\p{M}\p{N}_]|\p{N}[.,])$/u
const wordAfter = /^(?:[\p{L}\p{M}\p{N}_]|[.,]\p{N})/u

function hasWords(text: string, words: string): boolean {
  const beginsWord = wordAfter.test(words)
  const endsWord = wordBefore.test(words)
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    const continues = beginsWord && wordBefore.test(text.slice(Math.max(0, at - 4), at))
    const goesOn = endsWord && wordAfter.test(text.slice(end, end + 4))
    if (!continues && !goesOn) return true
  }
  return false
}
