/** A point in time, exactly as it was written. */
export interface Instant {
  /** Whole seconds since the epoch. */
  readonly second: number
  /** Nanoseconds beyond them. */
  readonly nano: number
}

/** RFC 3339 section 5.6, whose letters may be lower case, with at most nine decimals of a second. */
const pattern =
  /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const secondsPerDay = 86_400

/**
 * An RFC 3339 time with `Z` or an offset; null for anything else. A leap second is the end of its minute, and there is one only where
 * one may be: at the end of June or December in UTC.
 */
export function parseInstant(value: unknown): Instant | null {
  if (typeof value !== 'string' || !pattern.test(value)) return null
  const midnight = dayStart(numberAt(value, 0, 4), numberAt(value, 5, 7), numberAt(value, 8, 10))
  if (midnight === null) return null
  const inMinute = numberAt(value, 17, 19)
  const ofDay = minutesAt(value, 11) * 60 + inMinute
  const end = value.length - 1
  const isUtc = value.endsWith('Z') || value.endsWith('z')
  const zone = isUtc ? end : end - 5
  const offset = isUtc ? 0 : minutesAt(value, zone + 1) * 60
  const at = midnight + ofDay - (value[zone] === '-' ? -offset : offset)
  if (inMinute === 60) return mayFollowLeapSecond(at) ? { second: at, nano: 0 } : null
  return { second: at, nano: zone === 19 ? 0 : numberAt(value, 20, zone) * 10 ** (29 - zone) }
}

/** Minutes of an hour and minute that begin at a place: `hh:mm`. */
function minutesAt(value: string, start: number): number {
  return numberAt(value, start, start + 2) * 60 + numberAt(value, start + 3, start + 5)
}

/** Parses the digits from `start` up to `end` as a whole number, without allocating a substring. */
function numberAt(value: string, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at += 1) number = number * 10 + value.charCodeAt(at) - 48
  return number
}

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/** Days of a year before each month. */
const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
const daysBeforeEpoch = 719_528

/** The second at which a day of the calendar begins in UTC; null for a day that there is not. */
function dayStart(year: number, month: number, day: number): number | null {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const length = daysOfMonth[month - 1]
  if (length === undefined || day < 1 || day > (month === 2 && isLeapYear ? 29 : length)) return null
  const leapDays = Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400)
  const ofYear = (daysBefore[month - 1] ?? 0) + (month > 2 && isLeapYear ? 1 : 0) + day - 1
  return (year * 365 + leapDays + ofYear - daysBeforeEpoch) * secondsPerDay
}

/** Whether the second is the first of a January or a July. */
function mayFollowLeapSecond(second: number): boolean {
  if (second % secondsPerDay !== 0) return false
  const date = new Date(second * 1_000)
  return date.getUTCDate() === 1 && (date.getUTCMonth() === 0 || date.getUTCMonth() === 6)
}

/** Negative, zero or positive as `a` is before, at or after `b`. */
export function compareInstants(a: Instant, b: Instant): number {
  return a.second === b.second ? a.nano - b.nano : a.second - b.second
}

/** The instant a number of whole seconds later. */
export function laterBy(instant: Instant, seconds: number): Instant {
  return { ...instant, second: instant.second + seconds }
}

/** Whether an instant lies more than so many seconds before another one. */
export function isOlderThan(instant: Instant, seconds: number, now: Instant): boolean {
  return compareInstants(laterBy(instant, seconds), now) < 0
}

/** Whole seconds from one instant to a later one, rounded up. */
export function secondsBetween(earlier: Instant, later: Instant): number {
  return later.second - earlier.second + (later.nano > earlier.nano ? 1 : 0)
}

/** Milliseconds since the epoch of an RFC 3339 time, its further decimals cut off; null for anything else. */
export function millisecondsOf(value: unknown): number | null {
  const instant = parseInstant(value)
  return instant === null ? null : instant.second * 1_000 + Math.floor(instant.nano / 1_000_000)
}

/** An instant as it is written where it is agreed or observed: in UTC, with three decimals of a second, and up to nine where it has more. */
export function instantText({ second, nano }: Instant): string {
  const decimals = String(nano)
    .padStart(9, '0')
    .replace(/0{1,6}$/, '')
  return new Date(second * 1_000).toISOString().replace(/000Z$/, `${decimals}Z`)
}

/** The first whole millisecond that is not before an RFC 3339 time: where a clock that counts milliseconds has reached it. */
export function millisecondFrom(value: string): string {
  const instant = parseInstant(value)
  if (instant === null) throw new Error(`${value} is no time`)
  return new Date(instant.second * 1_000 + Math.ceil(instant.nano / 1_000_000)).toISOString()
}
