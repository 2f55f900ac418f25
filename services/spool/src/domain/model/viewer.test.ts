import type { Principal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { account, buyer, seller, stranger, withScope } from '../../testing/two-parties.ts'
import { acceptedSpool, hex } from '../agreement/accepted-spool.fixture.ts'
import { toSharedSpool, toSpoolView } from '../views/spool-view.ts'
import type { Review } from './casework/review.ts'
import type { Party, Spool } from './spool.ts'
import { assertKeyIsActive, assertParty, boundKeysEndAt, partyOf, viewerOf } from './viewer.ts'

const spool = acceptedSpool([])
const parties = (change: Partial<Party>): Spool => {
  const [first, second] = spool.agreement.parties as [Party, Party]
  return {
    ...spool,
    agreement: {
      ...spool.agreement,
      parties: [
        { ...first, contact: 'buyer@example.com', processorAccountId: 'acct_1' },
        { ...second, contact: 'bot@example.com', settlementAddress: 'wallet:eip155:42431:0x1', ...change },
      ],
    },
  }
}
const sandbox: Principal = { kind: 'sandbox', accountId: buyer.accountId, accountName: 'Sandbox' }

test.each<[string, Principal, string | null]>([
  ['the account of a party', seller, `pty_${hex(2)}`],
  ['another account', stranger, null],
  ['the public', { kind: 'public' }, null],
  [
    'a key bound to this Spool and party',
    { ...withScope(seller, 'counterparty'), spoolId: spool.id, partyId: `pty_${hex(2)}` },
    `pty_${hex(2)}`,
  ],
  [
    'a key bound to another Spool',
    { ...withScope(seller, 'counterparty'), spoolId: `spl_${hex(2)}`, partyId: `pty_${hex(2)}` },
    null,
  ],
  [
    'a key of somebody else that names the party',
    { ...withScope(account(9), 'counterparty'), spoolId: spool.id, partyId: `pty_${hex(2)}` },
    null,
  ],
])('%s acts for the party that it is', (_name, principal, partyId) => {
  expect(partyOf(spool, principal)?.partyId ?? null).toBe(partyId)
})

test('a sandbox session speaks for both sides until somebody takes the other place', () => {
  expect(viewerOf(parties({ accountId: null }), sandbox).sides).toEqual(['buyer', 'provider'])
  expect(viewerOf(parties({}), sandbox).sides).toEqual(['buyer'])
  expect(viewerOf(parties({ accountId: null }), buyer).sides).toEqual(['buyer'])
})

test('a sandbox session that plays both parties acts as the one that it names', () => {
  const alone = parties({ accountId: null })
  const as = (actsAs: string) => viewerOf(alone, { ...sandbox, actsAs })
  expect(as('provider')).toMatchObject({ party: { partyId: `pty_${hex(2)}` }, isCreator: false })
  expect(as(`pty_${hex(2)}`).sides).toEqual(['provider'])
  expect(as('client')).toMatchObject({ isCreator: true, sides: ['buyer'] })
  const enter = (of: Spool, actsAs: string) => () => assertParty(of, { ...sandbox, actsAs })
  expect(enter(alone, 'provider')).not.toThrow()
  expect(enter(alone, 'notary')).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      options: expect.objectContaining({ field: 'act_as_party' }),
    }),
  )
  expect(enter(parties({}), 'provider')).toThrow(
    expect.objectContaining({
      code: 'forbidden',
      options: expect.objectContaining({ reason: 'party_only' }),
    }),
  )
})

test('an invited session is what a counterparty key is in production', () => {
  const invited: Principal = {
    kind: 'sandbox',
    accountId: seller.accountId,
    accountName: 'Sandbox',
    spoolId: spool.id,
    partyId: `pty_${hex(2)}`,
  }
  expect(viewerOf(spool, invited)).toMatchObject({ scope: 'counterparty', sides: ['provider'] })
  expect(partyOf(spool, { ...invited, spoolId: `spl_${hex(2)}` })).toBeNull()
})

test('a contact is for the party itself and the creator, an address for both parties, neither for the public', () => {
  const now = new Date('2026-01-01T00:00:00.000Z')
  const shown = parties({})
  const text = (view: object) => JSON.stringify(view)
  const toCreator = text(toSpoolView(shown, [], buyer, now))
  expect(toCreator).toMatch(/buyer@example.com.*bot@example.com.*acc_0/s)
  const toOther = text(toSpoolView(shown, [], seller, now))
  expect(toOther).toMatch(/bot@example.com/)
  expect(toOther).toMatch(/0x1/)
  expect(toOther).not.toMatch(/buyer@example.com|acct_1/)
  expect(text(toSharedSpool(shown, [], now))).not.toMatch(/example.com|0x1|acc_|acct_|allowed_actions/)
})

test('remarks on evidence are for both parties and for no other reader', () => {
  const item = {
    id: `ev_${hex(1)}`,
    conditionId: null,
    type: 'text' as const,
    source: 'note',
    claimClass: 'artifact_state' as const,
    provenance: 'uploaded_text',
    provenanceDetail: { method: 'uploaded_text' as const },
    onBehalfOf: 'buyer',
    contentDigest: null,
    observedAt: null,
    receivedAt: '2026-01-01T00:00:00.000Z',
    bytes: 1,
    submittedBy: `pty_${hex(1)}`,
    metadata: { remark: 'for us' },
  }
  const now = new Date('2026-01-01T00:00:00.000Z')
  expect(toSpoolView(spool, [item], buyer, now).evidence[0]).toHaveProperty('metadata')
  expect(toSpoolView(spool, [item], seller, now).evidence[0]).toHaveProperty('metadata')
  expect(toSharedSpool(spool, [item], now).evidence[0]).not.toHaveProperty('metadata')
})

test('a key that is bound to a Spool ends with the dispute window that begins when the Spool closes, or with its last case', () => {
  const bound: Principal = {
    ...withScope(seller, 'counterparty'),
    spoolId: spool.id,
    partyId: `pty_${hex(2)}`,
  }
  const closedAt = '2026-01-01T00:00:00.000Z'
  const status = { ...spool.state.status, outcome: 'completed' as const }
  const closed = { ...spool, state: { ...spool.state, status, closedAt } }
  expect([boundKeysEndAt(spool), boundKeysEndAt(closed)]).toEqual([null, '2026-01-04T00:00:00.000Z'])
  const enter = (principal: Principal, at: string) => () => assertKeyIsActive(closed, principal, new Date(at))
  expect(enter(bound, '2026-01-03T23:59:59.999Z')).not.toThrow()
  expect(enter(bound, '2026-01-04T00:00:00.000Z')).toThrow(
    expect.objectContaining({ code: 'unauthenticated', options: { reason: 'spool_closed' } }),
  )
  expect(enter(seller, '2027-01-01T00:00:00.000Z')).not.toThrow()
  const hold = {
    id: `dsc_${hex(1)}`,
    cause: 'discrepancy',
    side: 'buyer',
    receiptId: null,
    blocks: true,
  } as const
  const blocked = {
    ...closed,
    state: { ...closed.state, holds: [{ ...hold, until: '2026-01-06T00:00:00.000Z' }] },
  }
  expect(boundKeysEndAt(blocked)).toBe('2026-01-06T00:00:00.000Z')
  const review = (day: number, change: Partial<Review> = {}) =>
    ({
      ...{ id: `rev_${hex(day)}`, status: 'requested', requestedAt: `2026-01-0${day}T00:00:00.000Z` },
      ...{ expiresAt: `2026-01-0${day + 2}T00:00:00.000Z`, closedAt: null, ...change },
    }) as Review
  const reviewed = (...reviews: Review[]) =>
    boundKeysEndAt({ ...blocked, state: { ...blocked.state, reviews } })
  expect(reviewed(review(5))).toBe('2026-01-07T00:00:00.000Z')
  expect(reviewed(review(5, { status: 'withdrawn', closedAt: '2026-01-05T01:00:00.000Z' }))).toBe(
    '2026-01-06T00:00:00.000Z',
  )
  // One that is asked for after the key has ended brings it not back, one that is asked for before keeps it.
  expect(reviewed(review(6))).toBe('2026-01-06T00:00:00.000Z')
  const decided = review(5, { status: 'upheld', closedAt: '2026-01-06T12:00:00.000Z' })
  expect(reviewed(review(6), decided)).toBe('2026-01-08T00:00:00.000Z')
  const latestReceiptAt = '2026-01-02T00:00:00.000Z'
  expect(boundKeysEndAt({ ...closed, state: { ...closed.state, latestReceiptAt } })).toBe(
    '2026-01-05T00:00:00.000Z',
  )
})

test('what a run saw in the evidence is in the hint and the next step of the parties alone', () => {
  const lastRun: NonNullable<Spool['state']['lastRun']> = {
    runId: `vr_${hex(1)}`,
    result: 'fail',
    at: spool.updatedAt,
    receiptId: null,
    earnedCents: 0,
    evidenceUpTo: spool.updatedAt,
    isTransient: false,
    isIrremediable: false,
    hint: 'Add email to row 1.',
    hintWithSightings: 'Add email to row 1 (row 1 has "seen").',
    ways: [],
  }
  const judged = acceptedSpool([{ verification_method: 'deterministic' }])
  const failed = { ...judged, state: { ...judged.state, lastRun } }
  const seenBy = (principal: Principal) =>
    JSON.stringify(toSpoolView(failed, [], principal, new Date(spool.updatedAt)))
  const said = (text: string) => text.split('row 1 has').length - 1
  for (const party of [buyer, seller]) expect(said(seenBy(party))).toBe(2)
  for (const other of [stranger, { kind: 'public' } as const]) {
    expect(said(seenBy(other))).toBe(0)
    expect(seenBy(other)).toContain('Add email to row 1.')
  }
})
