import { isFunctionWord } from '../../lexicon/function-words.ts'
import type { Token } from '../../tokens/token.ts'
import {
  type Asker,
  extractOf,
  fieldsIn,
  type Inquiry,
  type Proposal,
  questionOf,
  readable,
} from '../inquiry.ts'

const equality = /^(?:is|are|be|=|in|of|:|from)$/
const containment = /^(?:contain|contains|include|includes|mention|mentions)$/
const separators = /^(?:,|or|and|\||\/|;)$/
const marks = /^[([{)\]}.]$/
const maxWords = 4

/** Asks whether the items of a list are values, letter by letter: `country is DE, AT or CH`, `job_title contains one of CEO, CTO or CFO`. */
export const askBareList: Asker = (inquiry) => {
  const { tokens } = inquiry
  const [field, another] = fieldsIn(inquiry)
  if (field === undefined || (another !== undefined && another.to < tokens.length - 8)) return null
  for (let from = field.to; from < tokens.length - 1; from += 1) {
    const word = tokens[from]?.folded ?? ''
    if (!equality.test(word) && !containment.test(word)) continue
    const items = itemsOf(tokens.slice(from + 1))
    if (items === null || items.length < 2) continue
    const contains = tokens.slice(field.to, from + 1).some(({ folded }) => containment.test(folded))
    return ask(inquiry, field.name, from + 1, items, contains)
  }
  return null
}

/** The items between separators; null where one has words of the language in it. */
function itemsOf(tokens: readonly Token[]): readonly string[] | null {
  const items: string[][] = [[]]
  for (const { kind, folded, text, value } of tokens) {
    if (marks.test(folded)) continue
    if (separators.test(folded)) items.push([])
    else if (kind === 'quoted' || kind === 'backtick') items.at(-1)?.push(value)
    else if (kind === 'word' || kind === 'number') items.at(-1)?.push(text)
    else return null
  }
  const filled = items.filter((item) => item.length > 0)
  const isList = filled.every(
    (item) =>
      item.length <= maxWords &&
      (item.length === 1 ? isItem(item[0] ?? '') : !item.some((word) => isFunctionWord(word.toLowerCase()))),
  )
  return isList ? filled.map((item) => item.join(' ')) : null
}

/** One word is an item where it is no word of the language, or is written as a code: `AT`, `NO`, `none`. */
function isItem(word: string): boolean {
  return (
    !isFunctionWord(word.toLowerCase()) ||
    /^\p{Lu}{1,3}$/u.test(word) ||
    /^(?:none|other|unknown|active|true|false|valid|invalid)$/i.test(word)
  )
}

function ask(
  inquiry: Inquiry,
  name: string,
  from: number,
  items: readonly string[],
  contains: boolean,
): ReturnType<Asker> {
  const words = extractOf(inquiry, from, inquiry.tokens.length)
  const field = JSON.stringify(name)
  const between = inquiry.tokens.slice(from).map(({ folded }) => folded)
  const isAll =
    between.includes('and') &&
    !between.includes('or') &&
    !inquiry.tokens.slice(0, from).some(({ folded }) => /^(?:one|any|either)$/.test(folded))
  const quoted = items.map((item) => JSON.stringify(item))
  const sentence = contains
    ? `field ${field} contains ${quoted.join(isAll ? ' and ' : ' or ')}`
    : `${field} is one of [${quoted.join(', ')}]`
  const proposals: readonly Proposal[] = [{ candidate: quoted.join(', '), rewrite: sentence }]
  const denied = inquiry.tokens
    .slice(0, from)
    .some(({ folded }) => /^(?:not|never|no|cannot|isn't|aren't|none)$/.test(folded))
  if (denied) return null
  return questionOf(
    {
      ...words,
      reason: 'inexact_value',
      question: `Are ${quoted.join(', ')} the values, letter by letter?`,
      wants: 'sentence',
    },
    readable(inquiry, proposals),
  )
}
