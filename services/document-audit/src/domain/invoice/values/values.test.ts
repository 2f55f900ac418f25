import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dividedHalfUp,
  readAmount,
  readDay,
  readQuantity,
  readUnitPrice,
  toAmount,
  toDate,
  toDecimal,
} from './values.ts'

test.each([
  ['5', 500n],
  ['5.00', 500n],
  ['1,234.50', 123_450n],
  ['1,234', 123_400n],
  ['0.05', 5n],
  ['(5.00)', -500n],
  ['-5.00', -500n],
  ['\u22125.00', -500n],
  ['5.00-', -500n],
  ['+5.00', 500n],
  ['€5.00', 500n],
  ['5.00 €', 500n],
  ['EUR 5.00', 500n],
  ['5.00EUR', 500n],
  ['-€5.00', -500n],
  ['€-5.00', -500n],
  ['(€5.00)', -500n],
  ['5.000', 500n],
  ['9,999,999,999,999.99', 999_999_999_999_999n],
])('the amount %s is %s cents', (text, cents) => {
  expect(readAmount(text, 'EUR')).toEqual({ value: cents })
})

test.each([
  '',
  'five',
  '5,00',
  '1,23',
  '12,34.00',
  '1.234,50',
  '5.001',
  '1e3',
  '5%',
  '=1+1',
  '=5.00',
  '(5.00',
  '5.00)',
  '(-5.00)',
  '-5.00-',
  '--5.00',
  '€5.00€',
  '5.',
  '0x10',
  'NaN',
  'Infinity',
  '٥',
  '10,000,000,000,000',
  '9'.repeat(70),
])('the amount %s is refused, not guessed', (text) => {
  expect(readAmount(text, 'EUR')).toEqual({ problem: 'unparseable_value' })
})

test.each(['$5.00', 'USD 5.00', '5.00 £', 'US$5.00'])('%s is no amount of EUR', (text) => {
  expect(readAmount(text, 'EUR')).toEqual({ problem: 'currency_mismatch' })
})

test.each([
  ['$5.00', 'CAD'],
  ['CA$5.00', 'CAD'],
  ['US$5.00', 'USD'],
])('the sign of %s is one of %s', (text, currency) => {
  expect(readAmount(text, currency)).toEqual({ value: 500n })
})

test('unit prices and quantities have up to nine decimals, and a quantity has no currency', () => {
  expect(readUnitPrice('0.000000001', 'EUR')).toEqual({ value: 1n })
  expect(readUnitPrice('0.0000000001', 'EUR')).toEqual({ problem: 'unparseable_value' })
  expect(readQuantity('1.5')).toEqual({ value: 1_500_000_000n })
  expect(readQuantity('€2')).toEqual({ problem: 'unparseable_value' })
})

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-28T23:59:59Z', '2026-02-28'],
  ['2026-02-28T23:30:00-01:00', '2026-03-01'],
  ['2026-03-01T00:30:00+01:00', '2026-02-28'],
  ['2026-02-28 10:00', '2026-02-28'],
  ['2026-02-28T10:00:00.123+0530', '2026-02-28'],
])('%s is of the UTC day %s', (text, date) => {
  const reading = readDay(text)
  expect('value' in reading && toDate(reading.value)).toBe(date)
})

test.each([
  '03/04/2026',
  '2026-02-30',
  '2026-2-3',
  '20260203',
  '2026-02-03T25:00:00Z',
  '2026-13-01',
  '2026-02-03T10:00:00+99:00',
])('%s is no date', (text) => {
  expect(readDay(text)).toEqual({ problem: 'unparseable_value' })
})

test('an amount is read as it is written, to the cent', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), (cents) => {
      expect(readAmount(toAmount(cents), 'EUR')).toEqual({ value: cents })
    }),
  )
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (billionths) => {
      expect(readQuantity(toDecimal(billionths))).toEqual({ value: billionths })
    }),
  )
})

test('a division is rounded to the nearest whole number, halves up', () => {
  expect([5n, -5n, 4n, -4n, 6n, -6n].map((each) => dividedHalfUp(each, 10n))).toEqual([
    1n,
    0n,
    0n,
    0n,
    1n,
    -1n,
  ])
})
