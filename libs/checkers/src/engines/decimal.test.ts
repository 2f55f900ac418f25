import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDecimals, parseDecimal } from './decimal.ts'

function compare(a: unknown, b: unknown): number | null {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  return left === null || right === null ? null : Math.sign(compareDecimals(left, right))
}

test('numbers are ordered as the numbers they are', () => {
  const number = fc.double({ noDefaultInfinity: true, noNaN: true })
  fc.assert(
    fc.property(number, number, (a, b) => {
      expect(compare(a, b)).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
  )
})

test.each([
  ['0.1', 0.1, 0],
  ['1.10', '1.1', 0],
  ['-0', 0, 0],
  ['1e3', 1000, 0],
  ['0.30000000000000000001', '0.3', 1],
  ['9007199254740993', '9007199254740992', 1],
  ['-5', '-4.99', -1],
])('%s against %s', (a, b, order) => {
  expect(compare(a, b)).toBe(order)
})

test.each([
  '',
  ' 1',
  '1 ',
  '+1',
  '.5',
  '1.',
  '1,000',
  '0x10',
  'Infinity',
  '1e9999',
  '1'.repeat(401),
  true,
  null,
  [1],
])('%j is no decimal', (value) => {
  expect(parseDecimal(value)).toBeNull()
})
