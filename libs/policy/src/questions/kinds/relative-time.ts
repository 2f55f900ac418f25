import { type Asker, extractOf, fieldsIn, questionOf, readable, sentencesOf } from '../inquiry.ts'

const day = 86_400_000
const lengths: Readonly<Record<string, number>> = {
  day,
  week: 7 * day,
  month: 30 * day,
  year: 365 * day,
  hour: day / 24,
}
const recent =
  /\b(?:within|in|from|during) the (?:last|past|previous) (?:(?<count>\d{1,4}) )?(?<unit>hour|day|week|month|year)s?$/i
const younger =
  /\b(?:not older than|no older than|newer than|at most|less than) (?<count>\d{1,4}) (?<unit>hour|day|week|month|year)s?(?: old)?$/i
const past = /\b(?:not in the future|in the past|never in the future)$/i

/** Asks from which day on, or up to which, a time of a row is meant that counts from now: `last_verified is within the last 90 days`. */
export const askRelativeTime: Asker = (inquiry) => {
  const [field, another] = fieldsIn(inquiry)
  const whole = extractOf(inquiry, 0, inquiry.tokens.length)
  const text = whole.text.replace(/[.!]+$/, '')
  if (field === undefined || another !== undefined || field.from > 2) return null
  const since = recent.exec(text) ?? younger.exec(text)
  if (since === null && !past.test(text)) return null
  const name = JSON.stringify(field.name)
  const relation = since === null ? 'is on or before' : 'is on or after'
  const words = extractOf(inquiry, field.to, inquiry.tokens.length)
  const question = {
    ...words,
    reason: 'time_open' as const,
    question: `${JSON.stringify(words.text)} changes with the day of the judgment. Which day or time is meant?`,
    wants: 'time' as const,
  }
  const { asOf } = inquiry.circumstances
  if (inquiry.compile(`${name} ${relation} 2026-12-01`) === null) return null
  if (asOf === undefined) return { ...question, candidates: [], rewrites: [`${name} ${relation} {}`] }
  const { count = '1', unit = 'day' } = since?.groups ?? {}
  const back = since === null ? 0 : Number(count) * (lengths[unit.toLowerCase()] ?? day)
  const date = new Date(new Date(asOf).getTime() - back).toISOString().slice(0, 10)
  return questionOf(question, readable(inquiry, sentencesOf([`${name} ${relation} ${date}`])))
}
