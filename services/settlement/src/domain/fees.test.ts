import { expect, test } from 'vitest'
import { cappedFees, raisedFees } from './fees.ts'

const before = { maxFeePerGas: 1_000n, maxPriorityFeePerGas: 80n }

test('a replacement offers an eighth more of both, or what the chain asks where that is more', () => {
  expect(raisedFees(before, { maxFeePerGas: 1n, maxPriorityFeePerGas: 500n }, 10_000n)).toEqual({
    maxFeePerGas: 1_126n,
    maxPriorityFeePerGas: 500n,
  })
})

test('nothing is offered above the limit of the deployment', () => {
  expect(raisedFees(before, before, 1_100n)).toBeNull()
  expect(cappedFees(before, 50n)).toEqual({ maxFeePerGas: 50n, maxPriorityFeePerGas: 50n })
})
