import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnswerTimeout } from './answer-timeout.ts'

const after = (...tookMs: number[]) => {
  const timeout = createAnswerTimeout({ leastMs: 1_000, mostMs: 60_000 })
  for (const each of tookMs) timeout.answered(each)
  return timeout.currentMs()
}

test('before the first answer it is the least', () => {
  expect(after()).toBe(1_000)
})

test.each([
  ['three times the first', [2_000], 2_000 + 4 * 1_000],
  ['the mean and four times the spread', [2_000, 4_000], 2_250 + 4 * 1_250],
  ['near the answers where they all take as long', Array<number>(60).fill(5_000), 5_000],
])('it is %s', (_, tookMs, expected) => {
  expect(after(...tookMs)).toBeCloseTo(expected, -1)
})

test('it stays within its bounds, and no steady service is ever asked too early', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 50 }), (tookMs) => {
      expect(after(...tookMs)).toBeGreaterThanOrEqual(1_000)
      expect(after(...tookMs)).toBeLessThanOrEqual(60_000)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 59_000 }), fc.integer({ min: 1, max: 50 }), (tookMs, times) => {
      expect(after(...Array<number>(times).fill(tookMs))).toBeGreaterThanOrEqual(tookMs)
    }),
  )
})
