import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { drawnKey, idempotencyKey, keyedIdentity, type RequestScope } from './command-identity.ts'

const scope: RequestScope = {
  environment: 'production',
  accountId: 'acc_000000000000000000000001',
  method: 'POST',
  path: '/api/v1/verify',
}

test('the header, the body, or both when they agree, name the key', () => {
  expect(idempotencyKey('a', undefined)).toBe('a')
  expect(idempotencyKey(undefined, 'a')).toBe('a')
  expect(idempotencyKey('a', 'a')).toBe('a')
  expect(idempotencyKey(undefined, undefined)).toBeNull()
})

test('two different keys are refused with 400', () => {
  expect(() => idempotencyKey('a', 'b')).toThrow(Refusal)
})

test.each(['', ' ', 'a ', 'é', 'a\tb', 'x'.repeat(256)])('the key %j is refused', (key) => {
  expect(() => idempotencyKey(key, undefined)).toThrow(Refusal)
})

test.each(['a', 'x'.repeat(255), 'with space', '~!@#'])('the key %j is taken', (key) => {
  expect(idempotencyKey(key, undefined)).toBe(key)
})

test('the order of members and the key itself do not change the body', () => {
  const one = keyedIdentity(scope, 'k', { a: 1, b: { c: 2, d: 3 }, idempotency_key: 'k' })
  const two = keyedIdentity(scope, 'k', { b: { d: 3, c: 2 }, a: 1 })
  expect(two).toEqual(one)
  expect(keyedIdentity(scope, 'k', { a: 2 }).bodyDigest).not.toBe(one.bodyDigest)
  expect(keyedIdentity(scope, 'k', { a: 2 }).commandId).toBe(one.commandId)
})

test.each([
  { environment: 'demo' as const },
  { accountId: 'acc_000000000000000000000002' },
  { method: 'PUT' },
  { path: '/api/v1/other' },
])('the same key elsewhere is another command: %o', (other) => {
  const here = keyedIdentity(scope, 'k', {}).commandId
  expect(keyedIdentity({ ...scope, ...other }, 'k', {}).commandId).not.toBe(here)
})

test('parts of the scope cannot be shifted into one another', () => {
  const one = keyedIdentity({ ...scope, method: 'a', path: 'b' }, 'k', {}).commandId
  expect(keyedIdentity({ ...scope, method: 'ab', path: '' }, 'k', {}).commandId).not.toBe(one)
})

test('a request without a key is a command of its own, which its drawn key names again', () => {
  const [one, again, other] = ['u1', 'u1', 'u2'].map((uuid) => keyedIdentity(scope, drawnKey(uuid), {}))
  expect(again).toEqual(one)
  expect(one).not.toHaveProperty('bodyDigest')
  expect(other?.commandId).not.toBe(one?.commandId)
})
