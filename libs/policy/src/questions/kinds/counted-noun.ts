import { nearFields } from '../../fields/field-candidates.ts'
import { foldName } from '../../fields/fold-name.ts'
import { isRowNoun } from '../../fields/row-nouns.ts'
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
  /^(?:characters?|chars?|words?|digits?|letters?|items?|points?|decimals?|percent|%|ms|s|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times?|dollars?|usd|eur|euros?|cents?|kb|mb|gb|px|pixels?|kg|km|cm|mm|sentences?|paragraphs?|pages?|pieces?|columns?|fields?|headers?|sheets?|tabs?|files?|tables?)$/

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
  const perRow = tokens.findIndex(
    ({ folded }, index) =>
      index > at && /^(?:per|in|for|on)$/.test(folded) && isRowNoun(tokens.at(-1)?.folded ?? ''),
  )
  const nouns = tokens.slice(at + 1, perRow > 0 ? perRow : undefined)
  if (limit === undefined || nouns.length === 0 || nouns.length > 5) return null
  const isNoun = nouns.every(
    ({ kind, folded }) => kind === 'word' && !isFunctionWord(folded) && !counts.test(folded),
  )
  if (!isNoun) return null
  const words = extractOf(inquiry, at + 1, at + 1 + nouns.length)
  const near = nearFields(words.text, inquiry.circumstances.fields)
    .filter((field) => isNearTo(words.text, field.name))
    .slice(0, 3)
  const names = near.map(({ name }) => JSON.stringify(name))
  const sentences =
    perRow > 0
      ? names.map((name) => `${name} has ${limit} ${number.value} items`)
      : [
          `${limit} ${number.value} rows`,
          ...names.map((name) => `${limit} ${number.value} different ${name}`),
        ]
  return questionOf(
    {
      ...words,
      reason: 'several_readings',
      question:
        perRow > 0
          ? `Which list of a row holds the ${JSON.stringify(words.text)} that are counted?`
          : `Is each row one of the ${JSON.stringify(words.text)}, so that the rows are counted?`,
      wants: 'reading',
    },
    readable(inquiry, sentencesOf(sentences)),
  )
}

/** Whether a field is named for the noun, and not only kin to it. */
function isNearTo(noun: string, name: string): boolean {
  const [folded, other] = [foldName(noun), foldName(name)]
  return folded.length > 2 && (other.includes(folded) || folded.includes(other))
}
