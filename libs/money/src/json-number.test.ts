import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromJsonNumber, toJsonNumber } from './json-number.ts'

test('every safe integer crosses both ways unchanged', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (number) => toJsonNumber(fromJsonNumber(number)) === number))
})

test.each([2n ** 53n, -(2n ** 53n), 10n ** 30n])('%s is refused as a JSON number', (amount) => {
  expect(() => toJsonNumber(amount)).toThrow(RangeError)
})

test.each([0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])('%s is refused as an amount', (number) => {
  expect(() => fromJsonNumber(number)).toThrow(RangeError)
})
