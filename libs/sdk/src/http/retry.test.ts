import { expect, test } from 'vitest'
import { parseRetryAfter } from './retry.ts'

const now = Date.parse('2026-01-02T03:04:05.000Z')

test.each([
  [null, undefined],
  ['3', 3000],
  ['0', 0],
  ['Fri, 02 Jan 2026 03:04:15 GMT', 10_000],
  ['Fri, 02 Jan 2026 03:04:00 GMT', 0],
  ['soon', undefined],
  ['reload', undefined],
])('Retry-After %j is %j milliseconds', (header, expected) => {
  expect(parseRetryAfter(header, null, now)).toBe(expected)
})
