import { isRowNoun } from '../../fields/row-nouns.ts'
import { isFunctionWord } from '../../lexicon/function-words.ts'
import { type Asker, extractOf, fieldsIn, questionOf, readable, replaced } from '../inquiry.ts'

const determiners = /^(?:each|every|any|per|all|no|two|both|the|for)$/
const plural = /^(?:all|two|both|the)$/
const maxWords = 2

/** Asks whether each row is one of what the text calls its things: `every encounter has a date`. */
export const askRowNoun: Asker = (inquiry) => {
  const { tokens } = inquiry
  const named = fieldsIn(inquiry)
  const isUnknown = tokens.map(
    ({ kind, folded }, at) =>
      kind === 'word' &&
      !isFunctionWord(folded) &&
      !isRowNoun(folded) &&
      !/^(?:other|second|third|first|last|new|old|single|next)$/.test(folded) &&
      !named.some(({ from, to }) => from <= at && at < to),
  )
  for (const [from, unknown] of isUnknown.entries()) {
    const before = tokens[from - 1]?.folded
    if (!unknown || !(from === 0 || determiners.test(before ?? ''))) continue
    for (let length = 1; length <= maxWords && isUnknown[from + length - 1] === true; length += 1) {
      if (from === 0 && tokens[length]?.kind !== 'word') continue
      const noun = extractOf(inquiry, from, from + length)
      const isPlural = from === 0 || (plural.test(before ?? '') && /s$/i.test(noun.text))
      const sentence = replaced(inquiry, from, from + length, isPlural ? 'rows' : 'row')
      const question = questionOf(
        {
          ...noun,
          reason: 'several_readings',
          question: `Is each row one of ${JSON.stringify(noun.text)}?`,
          wants: 'reading',
        },
        readable(inquiry, [{ candidate: sentence, rewrite: sentence }]),
      )
      if (question !== null) return question
    }
  }
  return null
}
