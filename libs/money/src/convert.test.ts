import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsToMicros, microsToCentsExact } from './convert.ts'

test('a cent is ten thousand micros', () => {
  expect(centsToMicros(495n)).toBe(4_950_000n)
})

test('cents survive the way to micros and back', () => {
  fc.assert(fc.property(fc.bigInt(), (cents) => microsToCentsExact(centsToMicros(cents)) === cents))
})

test('a fraction of a cent is refused, never rounded', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.integer({ min: 1, max: 9999 }), (cents, rest) => {
      expect(() => microsToCentsExact(centsToMicros(cents) + BigInt(rest))).toThrow(RangeError)
    }),
  )
})
