import { expect, test } from 'vitest'
import { applyChange, type NewKey, type RegisteredKey, registerKeys, UnusableKeyError } from './key-ring.ts'

function newKey(keyId: string, purpose: NewKey['purpose'] = 'receipt'): NewKey {
  return { keyId, purpose, publicKey: `public ${keyId}`, notBefore: '2026-01-01T00:00:00.000Z' }
}
const registered = (key: NewKey, status: RegisteredKey['status'] = 'active'): RegisteredKey => ({
  ...key,
  status,
  notAfter: null,
  retiredAt: null,
})
const statuses = (ring: readonly RegisteredKey[]) => ring.map(({ keyId, status }) => `${keyId} ${status}`)

test('the first key of a purpose becomes its active one', () => {
  const change = registerKeys([], [newKey('a'), newKey('b', 'status')])
  expect(statuses(applyChange([], change))).toEqual(['a active', 'b active'])
})

test('a new key takes over and the one before it retires slowly', () => {
  const ring = [registered(newKey('a')), registered(newKey('s', 'status'))]
  const change = registerKeys(ring, [newKey('b'), newKey('s', 'status')])
  expect(statuses(applyChange(ring, change))).toEqual(['a retiring', 's active', 'b active'])
})

test('loading known keys again changes nothing, and a retiring one does not come back', () => {
  const ring = [registered(newKey('a'), 'retiring'), registered(newKey('b'))]
  expect(registerKeys(ring, [newKey('a')])).toEqual({ added: [], retiring: [] })
  expect(registerKeys(ring, [newKey('b')])).toEqual({ added: [], retiring: [] })
})

test.each(['retired', 'revoked'] as const)('a %s key must not sign', (status) => {
  expect(() => registerKeys([registered(newKey('a'), status)], [newKey('a')])).toThrow(UnusableKeyError)
})

test('a key signs for one purpose only', () => {
  expect(() => registerKeys([registered(newKey('a'))], [newKey('a', 'status')])).toThrow(UnusableKeyError)
})
