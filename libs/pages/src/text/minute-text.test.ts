import { expect, test } from 'vitest'
import { minuteText } from './minute-text.ts'

test('a time is shown in UTC, whatever its offset', () => {
  expect(minuteText('2026-02-06T18:30:59+01:00')).toBe('2026-02-06 17:30 UTC')
})
