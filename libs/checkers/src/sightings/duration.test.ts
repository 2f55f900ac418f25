import { expect, test } from 'vitest'
import { durationWords } from './duration.ts'
import { type Instant, parseInstant } from '../values/instant.ts'

test.each([
  ['2026-08-01T00:00:00Z', '31 days'],
  ['2026-07-01T00:00:00.000000001Z', '1 nanosecond'],
  ['2026-07-01T00:00:00.0001Z', '100 microseconds'],
  ['2026-07-01T00:00:00.4Z', '400 milliseconds'],
  ['2026-07-01T00:00:01Z', '1 second'],
  ['2026-07-01T01:10:00Z', '1 hour 10 minutes'],
  ['2026-07-02T00:00:59.5Z', '1 day 59 seconds 500 milliseconds'],
])('%s is %s after midnight', (later, words) => {
  expect(durationWords(at('2026-07-01T00:00:00Z'), at(later))).toBe(words)
})

test('a fraction that is smaller in the later time takes from its seconds', () => {
  expect(durationWords(at('2026-07-01T00:00:00.9Z'), at('2026-07-01T00:00:02.1Z'))).toBe(
    '1 second 200 milliseconds',
  )
})

function at(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(text)
  return instant
}
