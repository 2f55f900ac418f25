import type { SettlementSummary } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import { applyReceiptStatus } from '../receipts/apply-receipt-status.ts'
import { takeAction } from '../lifecycle/take-action.ts'
import { flagsOf } from '../lifecycle/flags.ts'
import type { QuoteTerms, RunSummary, Spool, SpoolState } from '../model/spool.ts'
import { expireDue, settleVerdict } from '../lifecycle/timers.ts'
import { actionContextOf, allowedActionsOf, findDenial } from '../lifecycle/transitions.ts'
import { partyOn, type Viewer } from '../model/viewer.ts'
import { nextStepOf } from '../views/next-step.ts'
import { applySettlement } from './apply-settlement.ts'
import { cancelSpool } from './cancel-spool.ts'
import { commitSettlement } from './commit-settlement.ts'
import { feeOn } from '../lifecycle/due-settlement.ts'
import { assertMaySign } from './may-sign.ts'

const receiptId = `ocr_${hex(1)}`
const later = '2026-01-02T00:00:00.000Z'
const quote = {
  work_budget_cents: 200,
  service_fee: { estimated_cents: 4, maximum_cents: 10 },
} as QuoteTerms

function run(change: Partial<RunSummary> = {}): RunSummary {
  return {
    runId: `vr_${hex(1)}`,
    result: 'pass',
    at,
    receiptId,
    earnedCents: 200,
    evidenceUpTo: at,
    isTransient: false,
    isIrremediable: false,
    hint: null,
    ways: [],
    ...change,
  }
}

/** Agent work of 200 cents that is paid from the wallet of its buyer. */
function funded(change: Partial<SpoolState> = {}): Spool {
  const spool = acceptedSpool([{ verification_method: 'deterministic' }], { quote, ...change })
  const lane = { funding: 'wallet_authority' } as never
  const parties = spool.agreement.parties.map((party) => ({
    ...party,
    settlementAddress: 'wallet:eip155:1:0x1',
  }))
  return { ...spool, agreement: { ...spool.agreement, type: 'agent_task', lane, parties } }
}

const viewerOf = (spool: Spool, side: 'buyer' | 'provider', scope: Viewer['scope'] = 'full'): Viewer => ({
  party: partyOn(spool, side),
  isCreator: side === 'buyer',
  scope,
  mayMoveMoney: scope === 'full',
  sides: [side],
})
const committed = (change: Partial<SpoolState> = {}) => {
  const spool = funded()
  const { state } = commitSettlement(spool, viewerOf(spool, 'buyer'), at).spool
  return funded({ ...state, ...change })
}
const judged = (change: Partial<RunSummary> = {}) => {
  const lastRun = run(change)
  return { lastRun, latestReceiptId: lastRun.receiptId, runs: 1, countedRuns: 1 }
}
const outcomeOf = ({ state }: Spool) => [state.status.settlement, state.status.outcome]
const context = (spool: Spool, side: 'buyer' | 'provider', scope?: Viewer['scope']) =>
  actionContextOf(spool, viewerOf(spool, side, scope), new Date(later))

test.each([
  [200, 4],
  [100, 2],
  [49, 0],
  [50, 1],
  [0, 0],
])('the fee on %i earned of 200 is %i: the quoted share, rounded down', (earned, fee) => {
  expect(feeOn(earned, quote)).toBe(fee)
})

test('no fee is above what was quoted at most', () => {
  expect(feeOn(200, { ...quote, service_fee: { estimated_cents: 30, maximum_cents: 10 } })).toBe(10)
})

test.each<[string, Partial<SpoolState>, string, string, string]>([
  ['what was earned is released', judged(), 'releasing', 'active', 'settlement.released'],
  [
    'of a fail for good nothing is',
    judged({ result: 'fail', earnedCents: 0, isIrremediable: true }),
    'voided',
    'completed',
    'settlement.voided',
  ],
  [
    'nor of a verdict without a receipt',
    judged({ receiptId: null }),
    'voided',
    'completed',
    'settlement.voided',
  ],
  [
    'nor by a revoked receipt',
    { ...judged(), receiptStatuses: { [receiptId]: 'revoked' } },
    'voided',
    'completed',
    'settlement.voided',
  ],
  [
    'nor what the parties settled themselves',
    { ...judged(), settledCents: 200 },
    'voided',
    'completed',
    'settlement.voided',
  ],
])('when the verdict is final, %s', (_, change, settlement, outcome, type) => {
  const { spool, entries } = settleVerdict(committed(change), later)
  expect(outcomeOf(spool)).toEqual([settlement, outcome])
  expect(entries[0]?.type).toBe(type)
  expect(settleVerdict(spool, later).entries).toEqual([])
})

test('nothing is released while more can be delivered, nor without a commitment', () => {
  const open = committed(judged({ result: 'partial', earnedCents: 100 }))
  expect(settleVerdict(open, later)).toEqual({ spool: open, entries: [] })
  expect(outcomeOf(settleVerdict(funded(judged()), later).spool)).toEqual(['uncommitted', 'active'])
})

test('the end of its finality releases what a committed Spool has earned by then', () => {
  const spool = committed(judged({ result: 'partial', earnedCents: 100 }))
  const finality = { mode: 'until', max_runs: 20, closes_at: later } as const
  const due = expireDue({ ...spool, agreement: { ...spool.agreement, finality } }, new Date(later))
  expect(due?.entries.map(({ type, data }) => [type, data['earned_cents']])).toEqual([
    ['verification.finalized', undefined],
    ['settlement.released', 100],
  ])
})

test('only the buyer commits, before anything was settled elsewhere, and only what leaves something due', () => {
  const denial = (spool: Spool, side: 'buyer' | 'provider', scope?: Viewer['scope']) =>
    findDenial('commit', context(spool, side, scope))?.options.reason ?? null
  expect(allowedActionsOf(context(funded(), 'buyer'))).toContain('commit')
  expect(denial(funded(), 'provider')).toBe('buyer_side_only')
  expect(denial(funded(), 'buyer', 'verify')).toBe('full_scope_required')
  expect(denial(committed(), 'buyer')).toBe('settlement_committed')
  expect(denial(funded({ settledCents: 1 }), 'buyer')).toBe('settled_by_receipts')
  expect(denial(funded({ ...judged(), receiptStatuses: { [receiptId]: 'revoked' } }), 'buyer')).toBe(
    'verification_terminal',
  )
  const outside = funded()
  const lane = { funding: 'external' } as never
  expect(denial({ ...outside, agreement: { ...outside.agreement, lane } }, 'buyer')).toBe(
    'managed_settlement_disabled',
  )
})

test('once committed, a verify-scoped key runs nothing, and no party leaves alone', () => {
  const spool = committed()
  expect(findDenial('verify', context(spool, 'buyer', 'verify'))?.options.reason).toBe('full_scope_required')
  expect(findDenial('verify', context(spool, 'buyer'))).toBeNull()
  expect(findDenial('abandon', context(spool, 'provider'))?.options.reason).toBe('settlement_committed')
  const alone = cancelSpool(spool, viewerOf(spool, 'provider'), later)
  expect([outcomeOf(alone.spool), alone.entries.map(({ type }) => type)]).toEqual([
    ['committed', 'active'],
    ['spool.cancel_requested'],
  ])
})

test('money moves for callers that may move it alone, whatever the scope of their key', () => {
  const poor = (spool: Spool) => {
    const moment = context(spool, 'buyer')
    return { ...moment, viewer: { ...moment.viewer, mayMoveMoney: false } }
  }
  const reasonOf = (action: 'commit' | 'verify', spool: Spool) =>
    findDenial(action, poor(spool))?.options.reason ?? null
  expect([reasonOf('commit', funded()), reasonOf('verify', committed())]).toEqual([
    ...['full_scope_required', 'full_scope_required'],
  ])
  expect(reasonOf('verify', funded())).toBeNull()
  expect(allowedActionsOf(poor(committed()))).not.toContain('verify')
})

test('a request to cancel is shown to both, and the other party confirms or refuses it, also with a key of this Spool alone', () => {
  const start = committed({ evidenceCount: 0 })
  const offered = (spool: Spool, side: 'buyer' | 'provider', scope?: Viewer['scope']) =>
    allowedActionsOf(context(spool, side, scope)).filter((action) => ['cancel', 'decline'].includes(action))
  expect([offered(start, 'buyer'), offered(start, 'provider', 'counterparty')]).toEqual([['cancel'], []])
  const asked = cancelSpool(start, viewerOf(start, 'buyer'), later).spool
  for (const scope of ['full', 'counterparty'] as const) {
    expect(offered(asked, 'provider', scope)).toEqual(['decline', 'cancel'])
    expect(offered(asked, 'buyer', scope)).toEqual(['decline', 'cancel'])
  }
  expect(offered(asked, 'provider', 'verify')).toEqual([])
  expect(cancelSpool(asked, viewerOf(asked, 'buyer'), later).entries).toEqual([])
  const now = new Date(later)
  const step = nextStepOf(asked, flagsOf(asked, now), now)
  expect([step.type, step.actor]).toEqual(['await_confirmation', 'provider'])
  const refused = takeAction('decline', asked, viewerOf(asked, 'provider'), later)
  expect(refused.entries.map(({ type }) => type)).toEqual(['spool.cancel_declined'])
  expect(refused.spool.state.status).toEqual(start.state.status)
  expect(nextStepOf(refused.spool, flagsOf(start, now), now).type).toBe('submit_evidence')
  expect(offered(refused.spool, 'buyer')).toEqual(['cancel'])
  // What was delivered meanwhile is not cancelled.
  const delivered = { ...asked, state: { ...asked.state, evidenceCount: 1 } }
  expect([offered(delivered, 'provider'), offered(delivered, 'buyer')]).toEqual([[], []])
})

test('both parties cancel a committed Spool together, which voids its settlement, and none once anything is delivered or released', () => {
  const first = cancelSpool(committed(), viewerOf(committed(), 'buyer'), later)
  const both = cancelSpool(first.spool, viewerOf(first.spool, 'provider'), later)
  expect([outcomeOf(both.spool), both.entries.map(({ type }) => type)]).toEqual([
    ['voided', 'cancelled'],
    ['settlement.voided', 'spool.cancelled'],
  ])
  const refusal = (spool: Spool) => findDenial('cancel', context(spool, 'buyer'))?.options.reason
  expect(refusal(committed({ evidenceCount: 1 }))).toBe('evidence_submitted')
  const released = committed()
  const status = { ...released.state.status, settlement: 'releasing' as const }
  expect(refusal({ ...released, state: { ...released.state, status } })).toBe('settlement_committed')
})

const leg = (kind: 'seller' | 'fee', n: number) => ({ leg: kind, nonce: `0x${n}` }) as never
function summary(version: number, change: Partial<SettlementSummary>): SettlementSummary {
  return { version, state: 'releasing', requiredLegs: [], payments: [], ...change }
}

/** The course of a settlement whose fee ran out once. */
const course: [
  SettlementSummary,
  step: string,
  actor: string,
  legs: number | undefined,
  entries: string[],
][] = [
  [
    summary(3, { state: 'awaiting_signature', requiredLegs: [leg('seller', 1), leg('fee', 2)] }),
    'sign_settlement',
    'buyer',
    2,
    ['settlement.signature_requested'],
  ],
  [summary(4, {}), 'settle', 'none', undefined, ['settlement.signed']],
  [
    summary(5, { state: 'partially_settled', payments: [{ leg: 'seller', transaction: '0x9' }] }),
    'settle',
    'none',
    undefined,
    ['settlement.leg_paid'],
  ],
  [
    summary(6, {
      state: 'partially_settled',
      requiredLegs: [leg('fee', 3)],
      payments: [{ leg: 'seller', transaction: '0x9' }],
    }),
    'sign_settlement',
    'buyer',
    1,
    ['settlement.signature_requested'],
  ],
  [
    summary(8, {
      state: 'settled',
      payments: [
        { leg: 'seller', transaction: '0x9' },
        { leg: 'fee', transaction: '0x8' },
      ],
    }),
    'terminal',
    'none',
    undefined,
    ['settlement.leg_paid', 'settlement.settled', 'spool.completed'],
  ],
]

test('each step of a settlement shows in the Spool who does what next, and its end completes the Spool', () => {
  let spool = settleVerdict(committed(judged()), later).spool
  for (const [news, type, actor, legs, types] of course) {
    const decision = applySettlement(spool, news, later)
    spool = decision?.spool ?? spool
    expect(decision?.entries.map((entry) => entry.type)).toEqual(types)
    const next = nextStepOf(spool, flagsOf(spool, new Date(later)), new Date(later))
    expect([next.type, next.actor, next.required_legs?.length]).toEqual([type, actor, legs])
  }
  expect(outcomeOf(spool)).toEqual(['settled', 'completed'])
})

test('what the chain refuses is told in its words, with the party that can end it', () => {
  const waiting = settleVerdict(committed(judged()), later).spool
  const stepAt = (blocked: NonNullable<SettlementSummary['blocked']>) => {
    const spool = applySettlement(waiting, summary(3, { blocked }), later)?.spool ?? waiting
    const { type, actor, reason } = nextStepOf(spool, flagsOf(spool, new Date(later)), new Date(later))
    return [type, actor, reason]
  }
  const message = 'The chain refuses the transfer now: "paused".'
  const none = { reason: 'transfer_refused', message, actor: 'none' } as const
  expect(stepAt(none)).toEqual(['settle', 'none', message])
  expect(stepAt({ reason: 'insufficient_funds', message: 'Too little.' })).toEqual([
    'settle',
    'buyer',
    'Too little. Fund the settlement address of the buyer; what was earned is paid then.',
  ])
})

test('payments that the chain drops open a completed Spool again, until it is paid by other transactions', () => {
  let spool = course.reduce(
    (before, [news]) => applySettlement(before, news, later)?.spool ?? before,
    settleVerdict(committed(judged()), later).spool,
  )
  const dropped = applySettlement(spool, summary(9, { state: 'releasing' }), later)
  spool = dropped?.spool ?? spool
  expect(dropped?.entries.map((entry) => entry.type)).toEqual([
    'settlement.payment_dropped',
    'settlement.payment_dropped',
  ])
  const next = nextStepOf(spool, flagsOf(spool, new Date(later)), new Date(later))
  expect([...outcomeOf(spool), next.type, next.actor]).toEqual(['releasing', 'active', 'settle', 'none'])
  const payments = [
    { leg: 'seller' as const, transaction: '0x9' },
    { leg: 'fee' as const, transaction: '0x7' },
  ]
  const again = applySettlement(spool, summary(10, { state: 'settled', payments }), later)
  expect(outcomeOf(again?.spool ?? spool)).toEqual(['settled', 'completed'])
  expect(again?.entries.map((entry) => entry.type)).toEqual([
    'settlement.leg_paid',
    'settlement.leg_paid',
    'settlement.settled',
    'spool.completed',
  ])
})

test('news that comes late, twice or out of order ends in the same state', () => {
  const start = settleVerdict(committed(judged()), later).spool
  const news = course.map(([each]) => each)
  const ends = [news, news.toReversed(), [...news, ...news]].map((order) =>
    order.reduce((spool, each) => applySettlement(spool, each, later)?.spool ?? spool, start),
  )
  expect(ends.map(({ state }) => [state.status, state.settlement])).toEqual(
    ends.map(() => [ends[0]?.state.status, ends[0]?.state.settlement]),
  )
})

test('signatures are taken from the buyer alone, for what a valid receipt certifies and no one settled otherwise', () => {
  const [[asked] = [summary(3, {})]] = course
  const waiting =
    applySettlement(settleVerdict(committed(judged()), later).spool, asked, later)?.spool ?? funded()
  const refusal = (spool: Spool, side: 'buyer' | 'provider' = 'buyer', scope?: Viewer['scope']) => {
    try {
      assertMaySign(context(spool, side, scope))
      return null
    } catch (error) {
      return (error as { options: { reason: string } }).options.reason
    }
  }
  expect(refusal(waiting)).toBeNull()
  expect(refusal(waiting, 'provider')).toBe('buyer_side_only')
  expect(refusal(waiting, 'buyer', 'verify')).toBe('full_scope_required')
  expect(refusal(committed())).toBe('not_awaiting_signature')
  const fact = { spoolId: waiting.id, receiptId, at, settledCents: 0 }
  const told = (change: object) =>
    applyReceiptStatus(waiting, { ...fact, status: 'active', ...change }, later)?.spool ?? waiting
  expect(refusal(told({ status: 'revoked' }))).toBe('receipt_not_active')
  expect(refusal(told({ settledCents: 50 }))).toBe('settled_by_receipts')
  const elsewhere = told({ settledCents: 200 })
  expect(outcomeOf(elsewhere)).toEqual(['awaiting_signature', 'completed'])
  const step = nextStepOf(elsewhere, flagsOf(elsewhere, new Date(later)), new Date(later))
  expect(step.type).toBe('terminal')
})
