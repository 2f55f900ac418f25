import { readTrimmed, type ValueRules } from '../value-rules.ts'
import { compareInstants, type Instant } from '../values/instant.ts'

/** A time as it was written: an instant, or a day of the calendar. */
export interface Moment {
  /** Of a day, its first instant in UTC. */
  readonly instant: Instant
  readonly isDay: boolean
}

const dayPattern = /^\d{4}-\d\d-\d\d$/
const secondsPerDay = 86_400

/** A day (`2026-12-01`) or an RFC 3339 time; null for anything else. */
export function parseMoment(value: unknown, rules: ValueRules): Moment | null {
  return readTrimmed(value, (text) => readMoment(text, rules), rules)
}

function readMoment(value: unknown, rules: ValueRules): Moment | null {
  if (typeof value !== 'string') return null
  const isDay = dayPattern.test(value)
  const instant = rules.parseInstant(isDay ? `${value}T00:00:00Z` : value)
  return instant === null ? null : { instant, isDay }
}

/** Negative, zero or positive as `a` is before, at or after `b`. Where one of them is a day, the days in UTC are compared. */
export function compareMoments(a: Moment, b: Moment): number {
  if (!a.isDay && !b.isDay) return compareInstants(a.instant, b.instant)
  return dayOf(a) - dayOf(b)
}

function dayOf({ instant }: Moment): number {
  return Math.floor(instant.second / secondsPerDay)
}
