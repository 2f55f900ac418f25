import { refusalOf } from '@outturn/testkit/refusals'
import { describe, expect, test } from 'vitest'
import { assertOneKey, presentedKey, presentedPayment } from './presented-key.ts'

const paid = { paidBy: 'mpp' } as const
const bearer = 'Bearer spk_live_a'

describe('where a payment may occupy Authorization', () => {
  test.each([
    [{ authorization: bearer }, bearer, null],
    [{ 'x-api-key': 'spk_live_a' }, bearer, null],
    [{ authorization: bearer, 'x-api-key': 'spk_live_a' }, bearer, null],
    [{ authorization: 'Payment abc', 'x-api-key': 'spk_live_a' }, bearer, 'Payment abc'],
    [{ authorization: 'payment abc', 'x-api-key': 'spk_live_a' }, bearer, 'payment abc'],
    [{ authorization: 'Payment abc' }, undefined, 'Payment abc'],
    [{}, undefined, null],
  ])('%j names its key and its payment', (headers, key, payment) => {
    expect(presentedKey(headers, paid)).toBe(key)
    expect(presentedPayment(headers)).toBe(payment)
    expect(() => assertOneKey(headers, paid)).not.toThrow()
  })

  test('two keys that differ are refused', () => {
    const headers = { authorization: 'Bearer spk_live_b', 'x-api-key': 'spk_live_a' }
    const refusal = refusalOf(() => assertOneKey(headers, paid))
    expect([refusal.status, refusal.options.field]).toEqual([400, 'X-Api-Key'])
  })
})

test('elsewhere X-Api-Key says nothing', () => {
  expect(presentedKey({ 'x-api-key': 'spk_live_a' }, {})).toBeUndefined()
  expect(presentedKey({ authorization: bearer, 'x-api-key': 'spk_live_b' }, {})).toBe(bearer)
})
