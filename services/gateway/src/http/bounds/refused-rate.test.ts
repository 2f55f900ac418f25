import { expect, test } from 'vitest'
import type { RateDecision } from '../../rate-limit/rate-limiter.ts'
import type { AdmissionDeps } from '../admission.ts'
import { refusedRates } from './refused-rate.ts'

const presented = { authorization: undefined, address: '127.0.0.1' }

test('of a flood of refused callers a hundred are looked up at once, and the others are told to come back in a second', async () => {
  const answered = Promise.withResolvers<RateDecision>()
  let lookedUp = 0
  const limit = () => {
    lookedUp += 1
    return answered.promise
  }
  const instances = { started: { production: { limit }, demo: undefined } }
  const rateOf = refusedRates({ instances, quota: 60 } as unknown as AdmissionDeps)
  const first = Array.from({ length: 100 }, () => rateOf(presented))
  expect(await rateOf(presented)).toEqual({ quota: 60, remaining: 0, resetMs: 1_000 })
  expect(lookedUp).toBe(100)
  const rate = { granted: true, quota: 60, remaining: 59, resetMs: 500 } as RateDecision
  answered.resolve(rate)
  expect(await Promise.all(first)).toEqual(first.map(() => rate))
  expect(await rateOf(presented)).toEqual(rate)
})
