import { isFunctionWord } from '../../lexicon/function-words.ts'
import { isLexiconWord } from '../lexicon-words.ts'
import {
  type Asker,
  extractOf,
  type Inquiry,
  type Proposal,
  questionOf,
  readable,
  replaced,
} from '../inquiry.ts'

const equality = /^(?:is|are|be|=|==|equals|equal|:)$/
const containment = /^(?:contain|contains|containing|include|includes|mention|mentions)$/
/** Kinds of pieces of a text, which are no text themselves. */
const pieces =
  /^(?:urls?|links?|emojis?|emails?|numbers?|digits?|letters?|characters?|words?|decimals?|sentences?|spaces?|capitals?|punctuation|html|tags?|hashtags?|prices?|dates?|names?)$/i
const maxWords = 4

/** Asks whether the last words of a text are a value, letter by letter: `country is us`, `body contains the keyword`. */
export const askBareWords: Asker = (inquiry) => {
  const { tokens } = inquiry
  const length = tokens.length
  for (let from = length - 1; from >= Math.max(1, length - maxWords); from -= 1) {
    if (tokens[from]?.kind !== 'word') return null
    const before = tokens[from - 1]?.folded ?? ''
    const isEqual = equality.test(before)
    if (!isEqual && !containment.test(before)) continue
    return ask(inquiry, from, isEqual)
  }
  return null
}

function ask(inquiry: Inquiry, from: number, isEqual: boolean): ReturnType<Asker> {
  const words = extractOf(inquiry, from, inquiry.tokens.length)
  const bare = words.text
    .replace(/[.!]+$/, '')
    .replace(/^(?:the|a|an) /i, '')
    .replace(/ only$/i, '')
  if (!isEqual && bare.split(/\s+/).some((word) => pieces.test(word) || isFunctionWord(word.toLowerCase())))
    return null
  const known = inquiry.tokens.slice(from).filter(({ folded }) => folded !== 'only' && isLexiconWord(folded))
  const isCode = /^\p{L}{2}$/u.test(bare)
  if (isEqual && known.length > 0 && !isCode) return null
  const [field] = isEqual ? [] : inquiry.index.named(bare)
  const given = field === undefined ? [] : [`every row has ${JSON.stringify(field.name)}`]
  const proposals: readonly Proposal[] = [
    ...given.map((sentence): Proposal => ({ candidate: bare, rewrite: sentence })),
    {
      candidate: JSON.stringify(bare),
      rewrite: replaced(inquiry, from, inquiry.tokens.length, JSON.stringify(bare)),
    },
  ]
  const kept = readable(inquiry, proposals)
  const question = questionOf(
    {
      ...words,
      reason: 'inexact_value',
      question: isEqual
        ? `Is ${JSON.stringify(bare)} the value, letter by letter?`
        : `Which exact text has to stand there? ${JSON.stringify(bare)} could be its name.`,
      wants: 'sentence',
    },
    kept,
  )
  return question === null || isEqual
    ? question
    : {
        ...question,
        rewrites: [...question.rewrites, replaced(inquiry, from, inquiry.tokens.length, '"{}"'), '{}'],
      }
}

/** Asks whether a text in brackets is meant as it stands without them. */
export const askBrackets: Asker = (inquiry) => {
  const whole = extractOf(inquiry, 0, inquiry.tokens.length)
  const inner = whole.text.replace(/^[([{]+\s*/, '').replace(/\s*[)\]}]+$/, '')
  if (inner === whole.text || !/^[([{].*[)\]}]$/.test(whole.text)) return null
  return questionOf(
    {
      ...whole,
      reason: 'several_readings',
      question: 'Is this required, although it stands in brackets?',
      wants: 'reading',
    },
    readable(inquiry, [{ candidate: inner, rewrite: inner }]),
  )
}
