import { expect, test } from 'vitest'
import { at, hex } from '../agreement/accepted-spool.fixture.ts'
import { changeEvents } from '../../events.ts'
import { asOf } from '../lifecycle/as-of.ts'
import { isHeld } from '../model/hold.ts'
import { flagsOf } from '../lifecycle/flags.ts'
import { dueAt, settleVerdict } from '../lifecycle/timers.ts'
import { noneSaid } from '../model/casework/dispute-state.ts'
import type { Dispute, DisputeStatement, Evidence, Spool, SpoolState } from '../model/spool.ts'
import { partyOn, type Viewer } from '../model/viewer.ts'
import { nextStepOf } from '../views/next-step.ts'
import { addEvidence } from '../submissions/add-evidence.ts'
import { takeAction } from '../lifecycle/take-action.ts'
import { actionContextOf, findDenial } from '../lifecycle/transitions.ts'
import { cancelSpool } from '../settlement/cancel-spool.ts'
import { commitSettlement } from '../settlement/commit-settlement.ts'
import {
  announcer,
  hour,
  judged,
  opened,
  receiptId,
  refusal,
  said,
  tools,
  viewer,
} from './disputed-spool.fixture.ts'
import { assertMayClaim } from '../claims/record-claims.ts'
import { takesFacts } from '../evidence/takes-facts.ts'
import { contentUse } from '../retention/contents-in-use.ts'
import { maxDisputes, openDispute } from './open-dispute.ts'

test('the window is from the issue of the receipt, to the millisecond, for all that may happen in it, and a dispute lasts as long', () => {
  const [last, after] = [hour(72), new Date(hour(72).getTime() + 1)]
  const asked = { disputeId: 'dsp_1', receiptId, said }
  const open = (now: Date) =>
    openDispute({ spool: judged(), evidence: [] }, viewer(judged(), 'buyer'), asked, now)
  const [dispute] = open(last).spool.state.disputes
  expect(dispute?.deadline).toBe(new Date(last.getTime() + 72 * 3_600_000).toISOString())
  expect(refusal(() => open(after))).toBe('invalid_state dispute_window_over')

  const status = { ...judged().state.status, verification: 'pass', outcome: 'completed' } as const
  const closed = { ...judged(), state: { ...judged().state, status, finalizedAt: hour(0).toISOString() } }
  const claim = (now: Date) => assertMayClaim(closed, viewer(closed, 'provider'), now)
  expect([takesFacts(closed, last), takesFacts(closed, after)]).toEqual([true, false])
  claim(last)
  expect(refusal(() => claim(after))).toBe('invalid_state spool_closed')
  expect([contentUse(closed, last), contentUse(closed, after)]).toEqual([
    { because: 'The dispute window is open.', until: after.toISOString() },
    null,
  ])
})

test('a key of scope verify, another receipt, a second dispute and a Spool of one party are refused', () => {
  const spool = judged()
  const with_ = (side: Viewer, change: object = {}) =>
    refusal(() =>
      openDispute({ spool, evidence: [] }, side, { disputeId: 'dsp_1', receiptId, said, ...change }, hour(1)),
    )
  expect(with_(viewer(spool, 'buyer', 'verify'))).toBe('forbidden counterparty_scope_required')
  expect(with_(viewer(spool, 'buyer'), { receiptId: `ocr_${hex(2)}` })).toBe('conflict not_latest_receipt')
  expect(refusal(() => opened(opened(spool, 1), 2))).toBe('conflict dispute_open')
  expect(opened(opened(spool, 1), 2, 'provider').state.disputes).toHaveLength(2)
  const alone = { ...spool, agreement: { ...spool.agreement, mode: 'unilateral' as const } }
  expect(refusal(() => opened(alone, 1))).toBe('not_allowed_in_unilateral_mode unilateral_mode')
  expect(() => opened(alone, 1)).toThrow(
    expect.objectContaining({
      options: expect.objectContaining({ remediation: expect.stringContaining('/reviews') }),
    }),
  )
})

test('what a dispute is about must be of its Spool', () => {
  const asking = (change: Partial<DisputeStatement>, spool = judged()) =>
    refusal(() => opened(spool, 1, 'buyer', { said: { ...said, ...change } }))
  const known = judged().agreement.conditions[0]?.id ?? ''
  expect(asking({ conditionIds: [known, `cond_${hex(9)}`] })).toBe('validation_failed condition_ids[1]')
  expect(asking({ units: [1] })).toBe('validation_failed units[0]')
  const spool = judged()
  const unitization = { total_units: 2, unit_amount_cents: 100 }
  const counted = { ...spool, agreement: { ...spool.agreement, unitization } }
  expect(asking({ units: [2, 3] }, counted)).toBe('validation_failed units[1]')
  expect(asking({ units: [1, 1] }, counted)).toBe('validation_failed units[1]')
  expect(asking({ conditionIds: [known, known] })).toBe('validation_failed condition_ids[1]')
  expect(asking({ evidenceRefs: [`ev_${hex(9)}`] })).toBe('validation_failed evidence_refs[0]')
})

test('a side opens so many disputes of one Spool and no more, and takes none from the other side', () => {
  const over = (n: number): Dispute => ({
    ...{ id: `dsp_${n}`, receiptId: `ocr_${hex(n)}`, side: 'buyer', status: 'expired' },
    ...{ conditionIds: [], holdsSettlement: true, holdEndsAt: at, holdEnded: null },
    ...{
      isDeadlineMoved: false,
      proposal: null,
      decision: null,
      resolution: null,
      steps: [],
      said: noneSaid,
    },
    ...{ openedAt: at, deadline: at, closedAt: at },
  })
  const full = judged({ disputes: Array.from({ length: maxDisputes }, (_, n) => over(n + 10)) })
  expect(refusal(() => opened(full, 1))).toBe('conflict dispute_limit_reached')
  expect(opened(full, 1, 'provider').state.disputes).toHaveLength(maxDisputes + 1)
})

const denial = (action: 'abandon' | 'cancel' | 'verify', spool: Spool, caller: Viewer) =>
  findDenial(action, actionContextOf(spool, caller, hour(2)))?.options.reason ?? null

test('no end is put to a Spool that the other party disputes; the party that disputes it withdraws by ending it', () => {
  const undelivered = { ...judged({}, 'partial').state, evidenceCount: 0 }
  for (const [side, other] of [
    ['buyer', 'provider'],
    ['provider', 'buyer'],
  ] as const) {
    const spool = opened(judged(undelivered, 'partial'), 1, side)
    for (const action of ['abandon', 'cancel'] as const) {
      expect(denial(action, spool, viewer(spool, other))).toBe('dispute_open')
      expect(denial(action, spool, viewer(spool, side))).toBeNull()
      expect(denial(action, spool, { ...viewer(spool, side), sides: ['buyer', 'provider'] })).toBeNull()
    }
    const ended = takeAction('abandon', spool, viewer(spool, side), hour(2).toISOString())
    expect(ended.spool.state.disputes).toMatchObject([
      { status: 'withdrawn', closedAt: hour(2).toISOString() },
    ])
    expect(ended.entries.map(({ type, data }) => [type, data['status']])).toEqual([
      ['dispute.resolved', 'withdrawn'],
      ['spool.abandoned', undefined],
    ])
    const [told] = changeEvents(announcer, spool, ended.spool, hour(2))
    expect(JSON.parse(told?.body ?? '')).toMatchObject({
      receiptId,
      isDisputed: false,
      holdsSettlement: false,
    })
  }
})

test('of a committed Spool, who disputes it asks for the end first, and the consent of the other side withdraws the dispute', () => {
  const start = judged({ evidenceCount: 0 }, 'partial')
  const status = { ...start.state.status, settlement: 'committed' as const }
  const spool = opened({ ...start, state: { ...start.state, status } }, 1, 'provider')
  expect(denial('cancel', spool, viewer(spool, 'buyer'))).toBe('dispute_open')
  const asked = cancelSpool(spool, viewer(spool, 'provider'), hour(2).toISOString()).spool
  expect(asked.state.disputes).toMatchObject([{ status: 'open' }])
  expect(denial('cancel', asked, viewer(asked, 'buyer'))).toBeNull()
  const { state } = cancelSpool(asked, viewer(asked, 'buyer'), hour(2).toISOString()).spool
  expect([state.status.outcome, state.disputes[0]?.status]).toEqual(['cancelled', 'withdrawn'])
})

const evidenceFor = (spool: Spool, conditionId: string, side: 'buyer' | 'provider') =>
  addEvidence(spool, [{ conditionId } as Evidence], {
    ...{ held: [], at: hour(2).toISOString(), partyId: null, side, contents: [], data: {} },
  }).spool

test('while a dispute is open nothing runs again before the provider side has new evidence for what it names', () => {
  const two = judged({ runs: 1 }, 'partial')
  const [first = ''] = two.agreement.conditions.map(({ id }) => id)
  const agreement = {
    ...two.agreement,
    conditions: [
      ...two.agreement.conditions,
      ...two.agreement.conditions.map((each) => ({ ...each, id: 'cond_other' })),
    ],
  }
  const known = {
    ...two,
    agreement,
    state: { ...two.state, suppliedAfterRuns: { [first]: 0, cond_other: 0 } },
  }
  const about = { ...said, conditionIds: [first] }
  for (const side of ['buyer', 'provider'] as const) {
    const spool = opened(known, 1, side, { said: about })
    const reasons = (found: Spool) => [
      denial('verify', found, viewer(found, 'buyer')),
      denial('verify', found, viewer(found, 'provider')),
      flagsOf(found, hour(2)).can_rerun,
      nextStepOf(found, flagsOf(found, hour(2)), hour(2)).type,
    ]
    const waits = ['dispute_open', 'dispute_open', false, 'submit_evidence']
    expect(reasons(spool)).toEqual(waits)
    expect(nextStepOf(spool, flagsOf(spool, hour(2)), hour(2)).reason).toContain(first)
    expect(reasons(evidenceFor(spool, first, 'buyer'))).toEqual(waits)
    expect(reasons(evidenceFor(spool, 'cond_other', 'provider'))).toEqual(waits)
    expect(reasons(evidenceFor(spool, first, 'provider')).slice(0, 3)).toEqual([null, null, true])
    // What a run has judged is not new for the next.
    const answered = evidenceFor(spool, first, 'provider')
    expect(reasons({ ...answered, state: { ...answered.state, runs: 2 } })).toEqual(waits)
  }
  const whole = opened(known, 1)
  expect(denial('verify', whole, viewer(whole, 'buyer'))).toBe('dispute_open')
  const supplied = evidenceFor(whole, 'cond_other', 'provider')
  expect(denial('verify', supplied, viewer(whole, 'buyer'))).toBeNull()
  // A condition without evidence of its own is judged by what was submitted for the others.
  const unsupplied = { ...known, state: { ...known.state, suppliedAfterRuns: { cond_other: 0 } } }
  const bare = evidenceFor(opened(unsupplied, 1, 'buyer', { said: about }), 'cond_other', 'provider')
  expect(denial('verify', bare, viewer(bare, 'buyer'))).toBeNull()
})

test('the receipt that takes the place of a disputed one is told as disputed in its stead, until the dispute ends', () => {
  const spool = opened(judged({}, 'partial'), 1)
  const next = `ocr_${hex(2)}`
  const replaced = { ...spool, version: 5, state: { ...spool.state, latestReceiptId: next } }
  const told = (before: Spool, after: Spool) =>
    changeEvents(announcer, before, after, hour(2))
      .filter(({ subject }) => subject.endsWith('dispute-changed'))
      .map(({ body }) => JSON.parse(body) as { receiptId: string; isDisputed: boolean })
      .map(({ receiptId: id, isDisputed }) => [id, isDisputed])
  expect(told(spool, replaced)).toEqual([
    [receiptId, false],
    [next, true],
  ])
  const latest = `ocr_${hex(3)}`
  const again = { ...replaced, version: 6, state: { ...spool.state, latestReceiptId: latest } }
  expect(told(replaced, again)).toEqual([
    [next, false],
    [latest, true],
  ])
  expect(told(again, asOf(again, hour(74), tools).spool)).toEqual([
    [receiptId, false],
    [latest, false],
  ])
  expect(told(judged(), { ...judged(), state: { ...judged().state, latestReceiptId: next } })).toEqual([])
})

test('two disputes end one after the other, and a late read makes the same of it as the sweeper in time', () => {
  const spool = opened(opened(judged(), 1), 2, 'provider')
  expect(dueAt(spool)).toBe(hour(73).toISOString())
  const first = asOf(spool, hour(73), tools)
  expect(first.spool.state.disputes.map(({ status }) => status)).toEqual(['expired', 'open'])
  const second = asOf(first.spool, hour(74), tools)
  const late = asOf(spool, hour(1_000), tools)
  expect(late.spool).toEqual(second.spool)
  expect(late.history).toEqual([...first.history, ...second.history])
  expect(new Set(late.history.map(({ id }) => id)).size).toBe(late.history.length)
  expect(late.spool.state.status.outcome).toBe('completed')
  expect(dueAt(late.spool)).toBeNull()
})

test('a committed Spool releases nothing while a dispute holds it, and all of it when the last one ends', () => {
  const funded = judged()
  const lane = { funding: 'wallet_authority' } as never
  const wallet = { ...funded, agreement: { ...funded.agreement, type: 'agent_task' as const, lane } }
  const disputed = opened(opened(wallet, 1), 2, 'provider')
  const { spool } = commitSettlement(disputed, viewer(disputed, 'buyer'), hour(3).toISOString())
  expect(spool.state.status).toMatchObject({ settlement: 'committed', outcome: 'active' })
  expect(settleVerdict(spool, hour(4).toISOString()).entries).toEqual([])
  const told = (before: Spool, hours: number) => {
    const after = asOf(before, hour(hours), tools).spool
    const rows = changeEvents(announcer, before, after, hour(hours))
    return [after, rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>)] as const
  }
  const [between, early] = told(spool, 73)
  const holding = [{ id: 'dsp_provider_2', cause: 'dispute', blocks: true }]
  expect(early).toMatchObject([
    { isDisputed: true, holdsSettlement: true },
    { holds: holding, version: between.version },
  ])
  const [after, rows] = told(between, 74)
  expect(after.state.status.settlement).toBe('releasing')
  expect(rows).toMatchObject([
    { isDisputed: false, holdsSettlement: false, version: after.version },
    { holds: [], version: after.version },
    { due: { receiptId, earnedCents: 200 } },
  ])
})

test('a side holds the money for two windows in all, whatever receipts it disputes; what it disputes afterwards holds nothing', () => {
  const first = opened(judged({}, 'partial'), 1)
  expect(first.state.holds).toEqual([
    ...[
      {
        id: 'dsp_buyer_1',
        cause: 'dispute',
        side: 'buyer',
        receiptId,
        blocks: true,
        until: hour(73).toISOString(),
      },
    ],
  ])
  /** The Spool at an hour, with a new receipt of then. */
  const replaced = (spool: Spool, n: number, hours: number): Spool => {
    const now = asOf(spool, hour(hours), tools).spool
    const latest = { latestReceiptId: `ocr_${hex(n)}`, latestReceiptAt: hour(hours).toISOString() }
    return { ...now, state: { ...now.state, ...latest } }
  }
  const reopened = (spool: Spool, n: number, hours: number) => {
    const caller = viewer(spool, 'buyer')
    const asked = { disputeId: `dsp_${n}`, receiptId: `ocr_${hex(n)}`, said }
    return openDispute({ spool, evidence: [] }, caller, asked, hour(hours)).spool
  }
  const second = reopened(replaced(first, 2, 63), 2, 63)
  expect(second.state.holds.at(-1)).toMatchObject({
    id: 'dsp_2',
    blocks: true,
    until: hour(135).toISOString(),
  })
  const third = reopened(replaced(second, 3, 125), 3, 125)
  expect(third.state.disputes.at(-1)).toMatchObject({
    holdEndsAt: hour(145).toISOString(),
    holdsSettlement: true,
  })
  const spent = asOf(third, hour(145), tools)
  expect(spent.history.map(({ type, data }) => [type, data['reason'] ?? data['status']])).toEqual([
    ['dispute.resolved', 'expired'],
    ['dispute.hold_ended', 'budget_spent'],
  ])
  expect(isHeld(spent.spool.state)).toBe(false)
  expect(spent.spool.state.disputes.at(-1)).toMatchObject({ status: 'open', holdEnded: 'budget_spent' })
  expect(asOf(third, hour(1_000), tools).history.slice(0, 2)).toEqual(spent.history)
  const fourth = reopened(replaced(spent.spool, 4, 150), 4, 150)
  expect(fourth.state.disputes.at(-1)).toMatchObject({ holdsSettlement: false, holdEndsAt: null })
  expect(isHeld(fourth.state)).toBe(false)
})

test('a dispute that comes when money is on its way holds none of it', () => {
  for (const settlement of ['releasing', 'awaiting_signature', 'partially_settled'] as const) {
    const { status } = judged().state
    const spool = opened(judged({ status: { ...status, settlement } }), 1)
    expect([spool.state.disputes[0]?.holdsSettlement, isHeld(spool.state)]).toEqual([false, false])
  }
})

test('while a dispute is open the buyer is told to wait, or to commit to what is settled afterwards, on its page where it has one', () => {
  const stepOf = (funding: string, state: Partial<SpoolState> = {}) => {
    const spool = opened(judged(), 1)
    const parties = spool.agreement.parties.map((party) => ({
      ...party,
      settlementAddress: 'wallet:eip155:1:0x1',
    }))
    const agreement = { ...spool.agreement, parties, lane: { funding } as never }
    const payouts = { [partyOn(spool, 'provider').partyId]: true }
    const view = { ...spool, agreement, state: { ...spool.state, payouts, ...state } }
    const { actor, checkout_url: page = null } = nextStepOf(view, flagsOf(view, hour(2)), hour(2))
    return [actor, page]
  }
  const card = (state: string, checkoutUrl: string | null) =>
    ({ version: 1, requiredLegs: [], payments: [], card: { state, checkoutUrl } }) as never
  const { status } = judged().state
  expect(stepOf('external')).toEqual(['none', null])
  expect(stepOf('wallet_authority')).toEqual(['buyer', null])
  expect(stepOf('wallet_authority', { status: { ...status, settlement: 'releasing' } })).toEqual([
    'none',
    null,
  ])
  expect(stepOf('wallet_authority', { settledCents: 1 })).toEqual(['none', null])
  expect(stepOf('hosted_checkout', { settlement: card('lapsed', null) })).toEqual(['buyer', null])
  expect(stepOf('hosted_checkout', { settlement: card('open', 'https://pay.example') })).toEqual([
    ...['buyer', 'https://pay.example'],
  ])
})
