import { expect, test } from 'vitest'
import { fixedClock } from './fixed-clock.ts'

test('the clock moves only when told to', () => {
  const clock = fixedClock('2026-01-01T00:00:00Z')
  expect(clock.now()).toEqual(clock.now())
  clock.advance(1_500)
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:01.500Z')
  clock.set('2027-01-01T00:00:00Z')
  expect(clock.now().toISOString()).toBe('2027-01-01T00:00:00.000Z')
})

test('a date handed out is the taker’s own', () => {
  const clock = fixedClock('2026-01-01T00:00:00Z')
  clock.now().setFullYear(1999)
  expect(clock.now().getUTCFullYear()).toBe(2026)
})
