import { expect, test } from 'vitest'
import { authorityOf, type KnownGrant } from './grant-authority.ts'
import { capsOf } from './grant-limits.ts'

const permission = {
  account: '0xa',
  spender: '0xb',
  token: '0xc',
  allowance: '100',
  period: '100',
  start: '1000',
  end: '1100',
  salt: '1',
  extraData: '0x',
}
const grant: KnownGrant['grant'] = {
  permissionHash: '0x1',
  spoolId: 'spl_1',
  accountId: 'acc_1',
  generation: 1,
  permission,
  allowanceCents: 1n,
  signature: '0x2',
  approvalTransaction: null,
  revocation: null,
}
const facts = { at: 1_000, isApproved: false, isRevoked: false, spentUnits: 0n }
const known = (change: Partial<KnownGrant['facts']> = {}, ofGrant = {}): KnownGrant => ({
  grant: { ...grant, ...ofGrant },
  facts: { ...facts, ...change },
})
const ungranted = known({}, { signature: null })
const approvedOnly = known({}, { signature: null, approvalTransaction: '0x3' })

test.each<[string, KnownGrant[], string | null]>([
  ['nothing was granted', [], 'no_spend_permission'],
  ['it was asked for and not granted', [ungranted], 'no_spend_permission'],
  ['its approval is not on the chain', [approvedOnly], 'no_spend_permission'],
  [
    'all are revoked',
    [known({ isRevoked: true }), known({ isRevoked: true, at: 2_000 })],
    'permission_revoked',
  ],
  ['one is not yet active', [known({ at: 999 })], 'permission_inactive'],
  ['one begins now', [known({ at: 1_000 })], null],
  ['one ends with the next second', [known({ at: 1_099 })], null],
  ['one ends now', [known({ at: 1_100 })], 'permission_inactive'],
  [
    'one is revoked and one has ended',
    [known({ isRevoked: true }), known({ at: 1_100 })],
    'permission_inactive',
  ],
  ['too much is spent of it', [known({ spentUnits: 11n })], 'allowance_exceeded'],
  ['just enough is left of it', [known({ spentUnits: 10n })], null],
  ['a revoked one has a good one beside it', [known({ isRevoked: true }), known()], null],
  [
    'it is approved, and without a signature',
    [known({ isApproved: true }, { signature: null, approvalTransaction: '0x3' })],
    null,
  ],
])('where %s, 90 of 100 units are paid or refused in the order of the contract', (_, grants, refusedFor) => {
  const authority = authorityOf(grants, 90n)
  expect('refusedFor' in authority ? authority.refusedFor : null).toBe(refusedFor)
})

test('a cap that an operator set counts, also one of nothing; the others are those of the settings', () => {
  const limits = { isPaused: false, spoolCapCents: 0, accountCapCents: null, deploymentCapCents: 7 }
  expect(capsOf(limits, { spoolCents: 1n, accountCents: 2n, deploymentCents: 3n })).toEqual({
    spoolCents: 0n,
    accountCents: 2n,
    deploymentCents: 7n,
  })
})
