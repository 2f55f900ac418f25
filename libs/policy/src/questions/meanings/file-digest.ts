import { type Asker, extractOf, questionOf, readable, sentencesOf } from '../inquiry.ts'

/** Asks whether a digest that stands in the text is the SHA-256 of the file. */
export const askFileDigest: Asker = (inquiry) => {
  const at = inquiry.tokens.findIndex(({ kind }) => kind === 'digest')
  const digest = inquiry.tokens[at]
  if (digest === undefined) return null
  return questionOf(
    {
      ...extractOf(inquiry, 0, inquiry.tokens.length),
      reason: 'several_readings',
      question: 'Is this the SHA-256 digest of the whole file?',
      wants: 'reading',
    },
    readable(inquiry, sentencesOf([`sha256 is ${digest.value}`])),
  )
}
