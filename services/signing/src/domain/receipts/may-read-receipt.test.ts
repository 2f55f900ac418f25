import type { Principal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { mayReadReceipt } from './may-read-receipt.ts'

const receipt = { spoolId: 'spl_000000000000000000000001', visibleTo: ['acc_000000000000000000000001'] }
const party = {
  kind: 'account',
  accountId: 'acc_000000000000000000000001',
  accountName: 'Buyer',
  accountKind: 'agent',
  via: { kind: 'key', keyId: 'key_000000000000000000000001', scope: 'full' },
} as const

const callers: [string, Principal, boolean][] = [
  ['a party', party, true],
  ['a party with a key for verification', { ...party, via: { ...party.via, scope: 'verify' } }, true],
  [
    'a sandbox session of a party',
    { kind: 'sandbox', accountId: party.accountId, accountName: 'Buyer' },
    true,
  ],
  [
    'a key bound to its Spool',
    { ...party, via: { ...party.via, scope: 'counterparty' }, spoolId: receipt.spoolId },
    true,
  ],
  [
    'a key bound to another',
    { ...party, via: { ...party.via, scope: 'counterparty' }, spoolId: 'spl_000000000000000000000002' },
    false,
  ],
  ['another account', { ...party, accountId: 'acc_000000000000000000000002' }, false],
  ['no one in particular', { kind: 'public' }, false],
  ['another service', { kind: 'service', service: 'spool' }, false],
  ['an operator', { kind: 'operator', name: 'root' }, false],
]

test.each(callers)('%s: %s', (_who, principal, mayRead) => {
  expect(mayReadReceipt(principal, receipt)).toBe(mayRead)
})
