import { spellingDistance } from '../../fields/spelling-distance.ts'
import { type Asker, extractOf, type Proposal, questionOf, readable, replaced } from '../inquiry.ts'
import { isLexiconWord, lexiconWords } from '../lexicon-words.ts'

const minLetters = 4

/** Asks about a word of four letters or more that is one slip away from a word of the language or a field. */
export const askMisspelt: Asker = (inquiry) => {
  const { tokens, circumstances, index } = inquiry
  const names = circumstances.fields.map(({ name }) => name)
  for (const [at, { kind, folded, text }] of tokens.entries()) {
    if (kind !== 'word' || Array.from(folded).length < minLetters) continue
    if (isLexiconWord(folded) || index.named(folded).length > 0) continue
    const near = [
      ...names
        .filter((name) => spellingDistance(name.toLowerCase(), folded, 1) === 1)
        .map((name) => JSON.stringify(name)),
      ...lexiconWords.filter((word) => word.length >= minLetters && spellingDistance(word, folded, 1) === 1),
    ]
    const proposals = near.map(
      (word): Proposal => ({
        candidate: word.replaceAll('"', ''),
        rewrite: replaced(inquiry, at, at + 1, word),
      }),
    )
    const question = questionOf(
      {
        ...extractOf(inquiry, at, at + 1),
        reason: 'misspelt',
        question: `${JSON.stringify(text)} is neither a word that is known nor a field. Is it a slip of the pen?`,
        wants: 'reading',
      },
      readable(inquiry, proposals),
    )
    if (question !== null) return question
  }
  return null
}
