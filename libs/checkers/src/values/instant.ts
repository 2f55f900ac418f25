import { z } from 'zod'

const instantPattern = z.core.regexes.datetime({ offset: true })

/** Milliseconds since the epoch of an RFC 3339 time with `Z` or an offset; null for anything else. */
export function parseInstant(value: unknown): number | null {
  if (typeof value !== 'string' || !instantPattern.test(value)) return null
  const instant = Date.parse(value)
  return Number.isNaN(instant) ? null : instant
}
