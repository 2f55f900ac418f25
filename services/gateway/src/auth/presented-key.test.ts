import { refusalOf } from '@outturn/testkit/refusals'
import { describe, expect, test } from 'vitest'
import { assertOneCredential, presentedKey, presentedPayment } from './presented-key.ts'

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
    expect(() => assertOneCredential(headers)).not.toThrow()
  })
})

test.each([
  ['another key', { authorization: 'Bearer spk_live_b', 'x-api-key': 'spk_live_a' }],
  ['a key and a sandbox session', { authorization: bearer, 'x-api-key': 'sbx_a' }],
  ['another scheme', { authorization: 'Basic abc', 'x-api-key': 'spk_live_a' }],
  ['a part of the key', { authorization: bearer, 'x-api-key': 'spk_live' }],
])('%s beside a key is refused on every route', (_, headers) => {
  const { status, options } = refusalOf(() => assertOneCredential(headers))
  expect([status, options.field, options.reason]).toEqual([400, 'X-Api-Key', 'two_credentials'])
})

test('elsewhere the key of X-Api-Key is not read, and an empty one says nothing', () => {
  expect(presentedKey({ 'x-api-key': 'spk_live_a' }, {})).toBeUndefined()
  expect(presentedKey({ authorization: bearer, 'x-api-key': '' }, paid)).toBe(bearer)
  expect(() => assertOneCredential({ authorization: bearer, 'x-api-key': '' })).not.toThrow()
})
