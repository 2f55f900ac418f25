import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, parseAmount } from './decimal-amount.ts'

test('minor units are written and read back exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(18), (minorUnits, decimals) => {
      expect(parseAmount(formatAmount(minorUnits, decimals), decimals)).toBe(minorUnits)
    }),
  )
})

test.each([
  '',
  '1',
  '1.5',
  '1.500',
  '01.50',
  '.50',
  '1.',
  '-1.50',
  '+1.50',
  '1,50',
  '1e2',
  ' 1.50',
  '1.50\n',
  '١.50',
])('%j is not an amount with two decimals', (text) => {
  expect(parseAmount(text, 2)).toBeUndefined()
})

test('small and whole amounts keep their zeros', () => {
  expect(formatAmount(5n, 2)).toBe('0.05')
  expect(formatAmount(500n, 2)).toBe('5.00')
  expect(formatAmount(5n, 0)).toBe('5')
})
