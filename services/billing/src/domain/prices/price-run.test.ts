import { expect, test } from 'vitest'
import { fundsWith, creditGrantTerms, including, now, terms } from '../../testing/sample-funds.ts'
import { priceOfRun } from './price-run.ts'

const run = { freeTextCompiles: 2 }

test('the price is what the allowance leaves, verification and compiles apart', () => {
  expect(priceOfRun(fundsWith([creditGrantTerms('a'), 50_000n]), run, including(1, 1), now)).toEqual({
    pricingVersion: '2026-01',
    verificationMicros: '0',
    compileMicros: '50000',
    totalMicros: '50000',
    coveredBy: 'credits',
  })
})

test.each([
  ['allowance', including(1, 2), 0n],
  ['credits', terms, 200_000n],
  ['nothing', terms, 199_999n],
] as const)('%s would pay', (coveredBy, billingTerms, micros) => {
  const funds = micros === 0n ? fundsWith() : fundsWith([creditGrantTerms('a'), micros])
  expect(priceOfRun(funds, run, billingTerms, now).coveredBy).toBe(coveredBy)
})

test('where nothing costs anything a run is free, not of the allowance', () => {
  const prices = { ...terms.prices, verificationMicros: 0n, compileMicros: 0n }
  expect(priceOfRun(fundsWith(), run, { ...including(1, 2), prices }, now).coveredBy).toBe('free')
})

test('an expired grant pays nothing', () => {
  const funds = fundsWith([creditGrantTerms('a', { expiresAt: now }), 1_000_000n])
  expect(priceOfRun(funds, run, terms, now).coveredBy).toBe('nothing')
})
