import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareInstants, millisecondsOf, parseInstant, secondsBetween } from './instant.ts'

test('a time of the calendar is the instant that the platform knows', () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('0000-01-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59Z'),
        noInvalidDate: true,
      }),
      (date) => {
        expect(millisecondsOf(date.toISOString())).toBe(date.getTime())
      },
    ),
    { numRuns: 2_000 },
  )
})

test('every day of four centuries begins where the platform says, and no other day is read', () => {
  for (let year = 1800; year < 2200; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      for (const day of [1, 28, 29, 30, 31]) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T00:00:00Z`
        const date = new Date(Date.UTC(year, month - 1, day))
        const isDay = date.getUTCMonth() === month - 1
        expect(parseInstant(text)).toEqual(isDay ? { second: date.getTime() / 1_000, nano: 0 } : null)
      }
    }
  }
})

test('nanoseconds decide the order, and a part of a second late is a second late', () => {
  const [a, b] = [parseInstant('2026-01-01T00:00:00.000000001Z'), parseInstant('2026-01-01T00:00:00Z')]
  if (a === null || b === null) throw new Error('unread')
  expect([compareInstants(a, b), compareInstants(b, a), compareInstants(a, a)]).toEqual([1, -1, 0])
  expect(secondsBetween(b, a)).toBe(1)
})
