import { endOfDay } from '../../tokens/day.ts'
import type { Circumstances } from '../../outcome.ts'

const hour = 3_600_000
const day = 24 * hour
const lengths: Readonly<Record<string, number>> = { minute: 60_000, hour, day, week: 7 * day }
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

const duration =
  /^(?:within|in|after|no later than)?(?: the)?(?: next)? ?(?<count>\d{1,4}|an?|[a-z]+) ?(?<unit>minute|min|hour|hr|h|day|week)s?\b/
const written =
  /(?:(?<first>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<before>(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)|(?<after>(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\.? (?<second>\d{1,2})(?:st|nd|rd|th)?)(?:,? (?<year>\d{4}))?/

/**
 * The instants that a time could mean, as text for its place: at the end of that day in UTC, and at 17:00 in the time zone of the
 * request. Without `asOf` only a day with its year has any. They are proposed and never bind.
 */
export function timeCandidates(
  text: string,
  { asOf, timeZone }: Pick<Circumstances, 'asOf' | 'timeZone'>,
): readonly string[] {
  const plain = text.toLowerCase()
  const lead = /^(?:by|before|until|on|no later than|on or before|due|at) /.exec(plain)?.[0] ?? ''
  const words = plain.slice(lead.length).trim()
  const from = asOf === undefined ? null : new Date(asOf)
  const prefix = lead === '' ? (/^(?:within|in) /.test(words) ? 'by ' : '') : text.slice(0, lead.length)
  const exact = from === null ? null : afterDuration(words, from)
  if (exact !== null) return [`${prefix}${rfc3339(exact)}`]
  const days = daysOf(words, from)
  // Before a day is before it begins.
  if (lead === 'before ' && !/\d:\d\d|\d ?[ap]m/.test(words)) return days.map((one) => `by ${one}T00:00:00Z`)
  const clock = /\b(?<hours>\d{1,2}):(?<minutes>\d\d)\b/.exec(words)?.groups
  const time =
    clock === undefined ? '17:00' : `${(clock['hours'] ?? '').padStart(2, '0')}:${clock['minutes']}`
  const instants = days.flatMap((one) => [
    ...(clock === undefined ? [endOfDay(one)] : [`${one}T${time}:00Z`]),
    ...(timeZone === undefined
      ? clock === undefined
        ? [`${one}T17:00:00Z`]
        : []
      : [`${one}T${time}:00${offsetOf(`${one}T${time}:00Z`, timeZone)}`]),
  ])
  return instants.map((instant) => `${prefix}${instant}`)
}

function afterDuration(words: string, from: Date): Date | null {
  const { count = '', unit = '' } = duration.exec(words)?.groups ?? {}
  const number = /^an?$/.test(count) ? 1 : /^\d+$/.test(count) ? Number(count) : numbers.indexOf(count)
  const length = lengths[{ min: 'minute', hr: 'hour', h: 'hour' }[unit] ?? unit]
  return number < 1 || length === undefined ? null : new Date(from.getTime() + number * length)
}

/** The days that words name, as `YYYY-MM-DD`, most likely first. */
function daysOf(words: string, from: Date | null): readonly string[] {
  const iso = /\d{4}-\d\d-\d\d/.exec(words)?.[0]
  if (iso !== undefined) return isDay(iso) ? [iso] : []
  const { first, second, before, after, year } = written.exec(words)?.groups ?? {}
  const month = months.indexOf((before ?? after ?? '').slice(0, 3))
  if (month >= 0) return datesOf(month, Number(first ?? second), year, from)
  if (from === null) return []
  const later = (count: number): string => dayText(new Date(from.getTime() + count * day))
  if (/\b(?:today|tonight|eod|end of (?:the )?day|cob)\b/.test(words)) return [later(0)]
  if (/\btomorrow\b/.test(words)) return [later(1)]
  const weekday = weekdays.findIndex((name) => words.includes(name))
  if (weekday >= 0) {
    const ahead = (weekday - from.getUTCDay() + 7) % 7
    return ahead === 0
      ? [later(0), later(7)]
      : words.includes('next')
        ? [later(ahead), later(ahead + 7)]
        : [later(ahead)]
  }
  if (/\bend of (?:the |this )?week\b|\beow\b/.test(words))
    return [later((5 - from.getUTCDay() + 7) % 7), later((7 - from.getUTCDay()) % 7)]
  if (/\bend of (?:the |this )?month\b|\beom\b/.test(words))
    return [dayText(new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0)))]
  return /\bnext week\b/.test(words) ? [later(((5 - from.getUTCDay() + 7) % 7) + 7)] : []
}

function datesOf(
  month: number,
  date: number,
  year: string | undefined,
  from: Date | null,
): readonly string[] {
  const on = (inYear: number): string =>
    `${inYear}-${String(month + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  if (year !== undefined) return [on(Number(year))].filter(isDay)
  if (from === null) return []
  const thisYear = from.getUTCFullYear()
  return [on(thisYear), on(thisYear + 1)]
    .filter(isDay)
    .filter((one) => one >= dayText(from))
    .slice(0, 1)
}

function isDay(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && dayText(instant) === text
}

function dayText(date: Date): string {
  return date.toISOString().slice(0, 10)
}

function rfc3339(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z')
}

/** The offset of an IANA zone at a local time that is written as if it were UTC; `Z` for a zone that is not known. */
function offsetOf(local: string, timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
      new Date(local),
    )
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return name.replace(/^GMT$/, 'Z').replace(/^GMT/, '')
  } catch {
    return 'Z'
  }
}
