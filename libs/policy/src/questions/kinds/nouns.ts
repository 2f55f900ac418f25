import { isFunctionWord } from '../../lexicon/function-words.ts'
import { fieldCandidates, namesNear } from '../../fields/field-candidates.ts'
import { type Asker, extractOf, type Proposal, questionOf, readable, replaced } from '../inquiry.ts'
import { isLexiconWord } from '../lexicon-words.ts'
import { noColumnWords } from '../no-column.ts'

const maxWords = 3
const articles = new Set(['a', 'an', 'the', 'its', 'their', 'all', 'each', 'every', 'no', 'any'])

/** Asks which field a noun means: the shortest run of words that, with a field in its place, makes the text one check. */
export const askNoun: Asker = (inquiry) => {
  const { tokens, circumstances } = inquiry
  const isWord = tokens.map(({ kind }) => kind === 'word')
  const isKnown = tokens.map(({ folded }) => isLexiconWord(folded))
  for (let length = 1; length <= maxWords; length += 1) {
    for (let from = 0; from + length <= tokens.length; from += 1) {
      const run = Array.from({ length }, (_, offset) => from + offset)
      if (!run.every((at) => isWord[at]) || run.every((at) => isKnown[at])) continue
      if (
        length > 1 &&
        run.some((at) => tokens[at]?.folded !== 'of' && isFunctionWord(tokens[at]?.folded ?? ''))
      )
        continue
      if (articles.has(tokens[from]?.folded ?? '') || (isKnown[from + length - 1] === true && length === 1))
        continue
      if (inquiry.compile(replaced(inquiry, from, from + length, '"name"')) === null) continue
      const words = extractOf(inquiry, from, from + length)
      const { fields } = circumstances
      const names =
        fields.length > 0
          ? fieldCandidates(words.text, fields)
          : [words.text.toLowerCase().replaceAll(/\s+/g, '_'), words.text]
      const isNear = fields.length === 0 || namesNear(words.text, fields).length > 0
      const proposals = names.map(
        (name): Proposal => ({
          candidate: name,
          rewrite: replaced(inquiry, from, from + length, JSON.stringify(name)),
        }),
      )
      const question = questionOf(
        {
          ...words,
          reason: 'field_unmarked',
          question: isNear
            ? `Which field of the rows is ${JSON.stringify(words.text)}?`
            : noColumnWords(words.text, fields),
          wants: 'field',
        },
        readable(inquiry, proposals),
      )
      if (question !== null) return question
    }
  }
  return null
}
