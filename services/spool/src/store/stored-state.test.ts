import { expect, test } from 'vitest'
import { acceptedSpool, at, hex } from '../domain/agreement/accepted-spool.fixture.ts'
import { initialState } from '../domain/model/new-spool.ts'
import { fromStoredState, type StoredState, toStoredState } from './stored-state.ts'

const { agreement } = acceptedSpool([
  { verification_method: 'deterministic' },
  { verification_method: 'deterministic' },
])
const openRun = { runId: `vr_${hex(1)}` }
const readBack = (stored: unknown) =>
  fromStoredState(JSON.parse(JSON.stringify(stored)) as StoredState, agreement)

test('a state is read back as it was written', () => {
  const state = {
    ...initialState('unilateral', at),
    openRun,
    settledCents: 5,
    confirmations: { a: { buyer: 'passed' as const } },
  }
  expect(readBack(toStoredState(state))).toEqual(state)
})

/** What the first version wrote of a one-call verification, before and after its run. */
const first = {
  status: {
    agreement: 'accepted',
    fulfillment: 'evidence_submitted',
    verification: 'pending',
    settlement: 'uncommitted',
    outcome: 'active',
  },
  statusReason: null,
  acceptance: {
    mode: 'unilateral',
    provider_accepted_in_spoolis: false,
    accepted_by: 'initiator',
    accepted_at: at,
  },
  runs: 0,
  lastRun: null,
  lastResults: {},
  latestReceiptId: null,
  historyLength: 2,
  historyHash: 'a'.repeat(64),
}

test('a row of an earlier version gets what its version did not write', () => {
  expect(readBack(first)).toEqual({
    ...first,
    openRun: null,
    latestReceiptAt: null,
    disputes: [],
    claims: { count: 0, bytes: 0 },
    withdrawn: {},
    discrepancies: {
      ...{ recorded: 0, open: 0, blocks: [] },
      lastDay: { buyer: { day: '', opened: 0 }, provider: { day: '', opened: 0 } },
    },
    reviews: [],
    holds: [],
    heldTime: { buyer: { spentMs: 0, since: null }, provider: { spentMs: 0, since: null } },
    receiptStatuses: {},
    settledCents: 0,
    settlement: null,
    grantEndsAt: null,
    payouts: {},
    cancelConsents: [],
    countedRuns: 0,
    evidenceCount: 2,
    buyerEvidenceCount: 0,
    deliveredAt: null,
    suppliedAfterRuns: {},
    newestEvidenceAt: null,
    confirmations: {},
    boundConfirmations: {},
    confirmableDigests: {},
    externalResults: {},
    quote: null,
    finalizedAt: null,
    closedAt: null,
  })
  expect(readBack({ ...first, openRunId: openRun.runId }).openRun).toEqual(openRun)
  const inProgress = { ...first, status: { ...first.status, fulfillment: 'in_progress' } }
  expect(readBack(inProgress).evidenceCount).toBe(0)
  const lastRun = {
    runId: 'vr',
    result: 'fail',
    at,
    receiptId: null,
    earnedCents: 0,
    evidenceUpTo: at,
    isTransient: false,
    hint: null,
  }
  expect(readBack({ ...first, lastRun }).lastRun).toEqual({ ...lastRun, isIrremediable: false, ways: [] })
})

test('a dispute of a version that kept no holds has its hold, and one that such a version ended has none', () => {
  const [opened, deadline] = [at, '2026-01-04T00:00:00.000Z']
  const earlier = {
    ...{ id: 'dsp_1', receiptId: 'ocr_1', side: 'buyer', status: 'open', conditionIds: [] },
    ...{ holdsSettlement: true, openedAt: opened, deadline, closedAt: null },
  }
  const ended = {
    ...earlier,
    id: 'dsp_2',
    side: 'provider',
    status: 'expired',
    holdEndsAt: deadline,
    holdEnded: null,
  }
  const hold = { cause: 'dispute', receiptId: 'ocr_1', blocks: true, until: deadline }
  const stored = {
    ...{ ...first, disputes: [earlier, ended], holds: [{ ...hold, id: 'dsp_2', side: 'provider' }] },
    heldTime: { buyer: { spentMs: 0, since: null }, provider: { spentMs: 5, since: opened } },
  }
  expect(readBack(stored)).toMatchObject({
    disputes: [{ ...earlier, holdEndsAt: deadline, holdEnded: null }, ended],
    holds: [{ ...hold, id: 'dsp_1', side: 'buyer' }],
    heldTime: { buyer: { spentMs: 0, since: opened }, provider: { spentMs: 5, since: null } },
  })
  expect(readBack({ ...stored, holds: undefined, heldTime: undefined })).toMatchObject({
    holds: [{ ...hold, id: 'dsp_1', side: 'buyer' }],
    heldTime: { buyer: { spentMs: 0, since: opened }, provider: { spentMs: 0, since: null } },
  })
})

test('every run of an earlier version counts, and what it took was delivered', () => {
  const stored = { ...first, runs: 3, newestEvidenceAt: at }
  expect(readBack(stored)).toMatchObject({ countedRuns: 3, deliveredAt: at })
})
