import { expect, test } from 'vitest'
import { checkWords } from './check-words.ts'

test('a check has words, and what is no check has none', () => {
  expect(checkWords({ checker: 'row_count', expected: 50 })).toBe('there are exactly 50 rows')
  expect([checkWords(undefined), checkWords({ checker: 'row_count' })]).toEqual([null, null])
})
