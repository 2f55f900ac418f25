import { expect, test } from 'vitest'
import { minuteText } from './minute-text.ts'

test('a time is shown in UTC, whatever its offset', () => {
  expect(minuteText('2026-02-06T18:30:59+01:00')).toBe('6 Feb 2026, 17:30 UTC')
  expect(minuteText('2026-12-31T23:59:59-01:00')).toBe('1 Jan 2027, 00:59 UTC')
})

test('what is no time is shown as it is', () => {
  expect(minuteText('soon')).toBe('soon')
})
