import fc from 'fast-check'
import { expect, test } from 'vitest'
import { workFee } from './work-fees.ts'

test.each([
  [500, 200, 500, 10, 25],
  [500, 20, 100, 1, 5],
  [1, 20, 100, 1, 1],
  [10_001, 1, 1, 2, 2],
  [12_345, 0, 0, 0, 0],
  [Number.MAX_SAFE_INTEGER, 0, 10_000, 0, Number.MAX_SAFE_INTEGER],
])(
  'on %i cents %i to %i basis points are %i to %i cents',
  (amount, estimatedBp, maximumBp, estimatedCents, maximumCents) => {
    expect(workFee({ estimatedBp, maximumBp }, amount)).toEqual({ estimatedCents, maximumCents })
  },
)

test('a fee is its exact share, rounded up by less than a cent', () => {
  const amounts = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, rate) => {
      const { maximumCents } = workFee({ estimatedBp: rate, maximumBp: rate }, amount)
      const excess = BigInt(maximumCents) * 10_000n - BigInt(amount) * BigInt(rate)
      return excess >= 0n && excess < 10_000n
    }),
  )
})
