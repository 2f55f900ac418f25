import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, parseDecimal } from './decimal.ts'

const places = fc.integer({ min: 0, max: 18 })
const amounts = fc.bigInt({ min: -(10n ** 30n - 1n), max: 10n ** 30n - 1n })

test.each([
  [495n, 2, '4.95'],
  [5n, 2, '0.05'],
  [0n, 2, '0.00'],
  [-5n, 2, '-0.05'],
  [100n, 0, '100'],
  [1n, 6, '0.000001'],
  [123_456_789_012_345_678_901n, 6, '123456789012345.678901'],
])('%s with %s places is written as %s', (amount, decimals, text) => {
  expect(decimal(amount, decimals)).toBe(text)
})

test('every amount is read back as it was written', () => {
  fc.assert(
    fc.property(amounts, places, (amount, decimals) => {
      expect(parseDecimal(decimal(amount, decimals), decimals)).toBe(amount)
    }),
  )
})

test('missing places are zeros', () => {
  expect(parseDecimal('4.9', 2)).toBe(490n)
  expect(parseDecimal('4', 2)).toBe(400n)
})

test.each(['', ' 1', '1 ', '+1', '--1', '01', '1.', '.5', '1e3', '1,000', '0x1', 'NaN', '٣', '1\n', '4.950'])(
  'refuses %j as an amount with two places',
  (text) => {
    expect(() => parseDecimal(text, 2)).toThrow(RangeError)
  },
)

test('arbitrary text is read or refused with a RangeError, nothing else', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parseDecimal(text, 2)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})

test.each([-1, 19, 1.5, Number.NaN])('%s is no number of places', (decimals) => {
  expect(() => decimal(1n, decimals)).toThrow(RangeError)
  expect(() => parseDecimal('1', decimals)).toThrow(RangeError)
})
