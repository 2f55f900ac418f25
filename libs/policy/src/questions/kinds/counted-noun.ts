import { isFunctionWord } from '../../lexicon/function-words.ts'
import { type Asker, extractOf, questionOf, readable, sentencesOf } from '../inquiry.ts'

const limits = [
  [
    /^(?:at least|a minimum of|min\.?|minimum|minimum of|not less than|no fewer than|no less than|>=)$/,
    'at least',
  ],
  [/^(?:at most|a maximum of|max\.?|maximum|maximum of|up to|no more than|not more than|<=)$/, 'at most'],
  [/^(?:more than|over|above|>)$/, 'more than'],
  [/^(?:less than|fewer than|under|below|<)$/, 'fewer than'],
  [/^(?:exactly|precisely|just|a total of|total of)?$/, 'exactly'],
] as const
/** What people count within a row, or outside the rows. */
const counts =
  /^(?:characters?|chars?|words?|digits?|letters?|items?|points?|decimals?|percent|%|ms|s|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times?|dollars?|usd|eur|euros?|cents?|kb|mb|gb|px|pixels?|kg|km|cm|mm|sentences?|paragraphs?|pages?|pieces?)$/

/** Asks whether each row is one of the things that are counted: `10 blog posts`. */
export const askCountedNoun: Asker = (inquiry) => {
  const { tokens, text } = inquiry
  const at = tokens.findIndex(({ kind }) => kind === 'number')
  const number = tokens[at]
  if (number === undefined || !/^\d+$/.test(number.value) || at > 4) return null
  const before = text
    .slice(tokens[0]?.start, number.start)
    .trim()
    .toLowerCase()
    .replace(/^(?:i need|we need|need|deliver|provide|send|please)\s+/, '')
  const limit = limits.find(([words]) => words.test(before))?.[1]
  const nouns = tokens.slice(at + 1)
  if (limit === undefined || nouns.length === 0 || nouns.length > 5) return null
  const isNoun = nouns.every(
    ({ kind, folded }) => kind === 'word' && !isFunctionWord(folded) && !counts.test(folded),
  )
  if (!isNoun) return null
  const words = extractOf(inquiry, at + 1, tokens.length)
  return questionOf(
    {
      ...words,
      reason: 'several_readings',
      question: `Is each row one of the ${JSON.stringify(words.text)}, so that the rows are counted?`,
      wants: 'reading',
    },
    readable(inquiry, sentencesOf([`${limit} ${number.value} rows`])),
  )
}
