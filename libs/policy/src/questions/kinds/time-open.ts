import { isFunctionWord } from '../../lexicon/function-words.ts'
import type { Token } from '../../tokens/token.ts'
import { type Asker, extractOf, type Proposal, readable } from '../inquiry.ts'
import { timeCandidates } from './time-candidates.ts'

const delivery =
  /^(?:deliver|delivers|delivered|delivery|deadline|due|submit|submitted|submission|send|sent|received|finish|finished|complete|completed|done|ready|arrive|arrives|handed|turnaround|expected|needed|no|later|than|latest|by|before|until|within|in|on|at|the|end|of|next|this|to|be|is|are|must|should|will|shall|work|result|results|data|rows|file|files|dataset|report|everything|all|it|please|date|time|from|now|after|start|acceptance|order)$/
const opensTime =
  /^(?:deadline|(?:mon|tues|wednes|thurs|fri|satur|sun)day|within|in|by|before|until|on|no|due|at|next|this|tomorrow|today|tonight|asap|soon|as|end|eod|eow|eom|promptly|immediately|quickly)$/
const timeWord =
  /^(?:\d+(?:st|nd|rd|th)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|wed|thu|fri|sat|sun|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|business|working|calendar|morning|afternoon|evening|noon|midnight|night|eod|eow|eom|cob|day|week|month|quarter|year|tomorrow|today|tonight|asap|soon|possible|promptly|immediately|quickly|as|early|late|am|pm|utc|gmt|cet|cest|est|edt|pst|pdt|cst|ist|bst|,|\.|:|-|\/)$/
/** A town before `time`, as in `18:00 Berlin time`. */
const place = /^(?:\p{Lu}\p{Ll}+|local|time)$/u
const timeKinds = new Set(['number', 'day', 'instant', 'local_time', 'odd'])
const certainTime =
  /\b(?:minutes?|hours?|hrs?|days?|weeks?|months?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|jan|feb|mar|apr|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|may|august|september|october|november|december|noon|midnight|eod|eow|eom|cob|tomorrow|today|tonight|asap|soon|promptly|immediately|quickly|quarter|year)\b|\d{4}-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}\/\d{1,2}\b|\d{1,2}:\d\d|\d ?[ap]m\b/i

const sample = '2026-12-01T17:00:00Z'

/**
 * Asks for the exact time of delivery, where a text says nothing else, `delivered within 24 hours`, or where it is exact before it:
 * `50 rows by Friday`.
 */
export const askTime: Asker = (inquiry) => {
  const { tokens, text, circumstances } = inquiry
  const at = tokens.findIndex(
    ({ folded }, index) =>
      opensTime.test(folded) &&
      !(folded === 'at' && /^(?:most|least)$/.test(tokens[index + 1]?.folded ?? '')) &&
      tokens.slice(index).every((token) => isOfTime(token)),
  )
  if (at < 0 || tokens.length > 40 || tokens.length - at > 16) return null
  const words = extractOf(inquiry, at, tokens.length)
  if (!certainTime.test(words.text)) return null
  const head = text.slice(tokens[0]?.start, tokens[at - 1]?.end ?? 0).replace(/,$/, '')
  const isAlone = tokens.slice(0, at).every(({ folded }) => delivery.test(folded) || isFunctionWord(folded))
  if (isAlone && at > 0 && !speaksOfDelivery(tokens)) return null
  if (!isAlone && !/^(?:by|before|until|within|no|due)$/.test(tokens[at]?.folded ?? '')) return null
  const before = isAlone ? 'delivered' : head
  if (inquiry.compile(`${before} by ${sample}`) === null) return null
  const kept = readable(
    inquiry,
    timeCandidates(words.text.replace(/[.!]+$/, ''), circumstances)
      .map((one) => one.replace(/^.*?(?=\d{4}-)/, ''))
      .map((instant): Proposal => ({ candidate: instant, rewrite: `${before} by ${instant}` })),
  )
  return {
    ...words,
    reason: 'time_open',
    question: `When is ${JSON.stringify(words.text)}? An exact time has a date, a time of day and a time zone.`,
    wants: 'time',
    candidates: kept.map(({ candidate }) => candidate),
    rewrites:
      kept.length > 0 ? kept.map(({ rewrite }) => rewrite) : [`${before} by {}`, ...(isAlone ? ['{}'] : [])],
  }
}

function isOfTime({ kind, folded, text }: Token): boolean {
  return (
    place.test(text) ||
    timeKinds.has(kind) ||
    delivery.test(folded) ||
    timeWord.test(folded) ||
    isFunctionWord(folded)
  )
}

function speaksOfDelivery(tokens: readonly Token[]): boolean {
  return tokens.some(({ folded }) =>
    /^(?:deliver|due|deadline|submi|sen[dt]|receiv|finish|complet|done|ready|arriv|hand|turnaround|need)/.test(
      folded,
    ),
  )
}
