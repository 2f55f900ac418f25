import { expect, test } from 'vitest'
import { listed, minuteText, moneyText } from './words.ts'

test('items are listed as in a sentence', () => {
  expect([listed(['a']), listed(['a', 'b']), listed([200, 301, 302])]).toEqual([
    'a',
    'a and b',
    '200, 301 and 302',
  ])
})

test.each([
  [1, '0.01'],
  [10, '0.10'],
  [250, '2.50'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
])('%i cents are %s', (cents, text) => {
  expect(moneyText(cents)).toBe(text)
})

test('a time is shown in UTC, whatever its offset', () => {
  expect(minuteText('2026-02-06T18:30:59+01:00')).toBe('2026-02-06 17:30 UTC')
})
