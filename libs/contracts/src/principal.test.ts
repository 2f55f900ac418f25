import { expect, test } from 'vitest'
import { callerScope, keyIdOf, readPrincipal } from './principal.ts'

const account = {
  kind: 'account',
  accountId: 'acc_000000000000000000000001',
  accountName: 'Acme',
  accountKind: 'org',
} as const
const keyId = 'key_000000000000000000000001'

test('a principal of an earlier version is read as the same key', () => {
  const via = { kind: 'key', keyId, scope: 'verify' } as const
  expect(readPrincipal({ ...account, keyId, scope: 'verify', mayMoveMoney: false })).toEqual({
    ...account,
    via,
    mayMoveMoney: false,
  })
  expect(readPrincipal({ ...account, via })).toEqual({ ...account, via })
  expect(() => readPrincipal({ ...account, scope: 'full' })).toThrow(/keyId/)
  expect(() => readPrincipal({ ...account, via, scope: 'full' })).toThrow(/scope/)
})

test.each([
  ['owner', 'full'],
  ['developer', 'full'],
  ['billing', 'billing'],
  ['viewer', 'read'],
] as const)('a person with the role %s has the scope %s and no key', (role, scope) => {
  const via = { kind: 'person', userId: 'one', role } as const
  expect(callerScope({ via })).toBe(scope)
  expect(keyIdOf({ ...account, via })).toBeNull()
})
