import { parseList } from 'structured-headers'
import { expect, test } from 'vitest'
import { policyField, secondsUntilReset, rateField } from './rate-headers.ts'

const rate = { quota: 120, remaining: 117, resetMs: 41_001 }

test('both fields are structured-field lists of one quoted name with integer parameters', () => {
  const [policy] = parseList(policyField(120))
  expect(policy?.[0]).toBe('api-v1')
  expect(policy?.[1]).toEqual(
    new Map([
      ['q', 120],
      ['w', 60],
    ]),
  )
  const [left] = parseList(rateField(rate))
  expect(left?.[0]).toBe('api-v1')
  expect(left?.[1]).toEqual(
    new Map([
      ['r', 117],
      ['t', 42],
    ]),
  )
})

test('the fields are written exactly as the contract shows them', () => {
  expect(policyField(120)).toBe('"api-v1";q=120;w=60')
  expect(rateField(rate)).toBe('"api-v1";r=117;t=42')
})

test('a started second counts whole, so no one is told to come back too early', () => {
  expect(secondsUntilReset({ ...rate, resetMs: 1 })).toBe(1)
  expect(secondsUntilReset({ ...rate, resetMs: 60_000 })).toBe(60)
})
