import { expect, test } from 'vitest'
import { hex } from '../agreement/accepted-spool.fixture.ts'
import { asOf } from '../lifecycle/as-of.ts'
import { isHeld } from '../model/hold.ts'
import type { Dispute, Spool } from '../model/spool.ts'
import { addStatement } from './add-statement.ts'
import { canOf } from './dispute-actions.ts'
import { hour, judged, opened, refusal, tools, viewer, withPolicy } from './disputed-spool.fixture.ts'
import { latestReviewEnd, reviewableDispute, reviewEnded, reviewStarted } from './reviewed-dispute.ts'
import { withdrawDispute } from './withdraw-dispute.ts'

const only = (spool: Spool) => spool.state.disputes.at(-1) as Dispute
const facts = { at: hour(2).toISOString(), digestOf: (text: string) => `digest of ${text}` }
const moment = (
  spool: Spool,
  side: 'buyer' | 'provider',
  scope: 'counterparty' | 'full' | 'verify' = 'full',
) => ({
  ...{ spool, dispute: only(spool), viewer: viewer(spool, side, scope), evidence: [] },
})

test('the party that opened a dispute takes it back, with any key that acts for it; then the receipt stands and the money goes on', () => {
  const spool = opened(judged(), 1, 'provider')
  expect(refusal(() => withdrawDispute(moment(spool, 'buyer'), facts.at))).toBe('forbidden opener_only')
  expect(refusal(() => withdrawDispute(moment(spool, 'provider', 'verify'), facts.at))).toBe(
    'forbidden counterparty_scope_required',
  )
  const running = { ...spool, state: { ...spool.state, openRun: { runId: 'vr_1' } } }
  expect(refusal(() => withdrawDispute(moment(running, 'provider'), facts.at))).toBe(
    'store_conflict verification_in_progress',
  )
  const { spool: ended, entries } = withdrawDispute(moment(spool, 'provider', 'counterparty'), facts.at)
  expect(only(ended)).toMatchObject({ status: 'withdrawn', closedAt: facts.at, resolution: null })
  expect(only(ended).steps.at(-1)).toEqual({ type: 'withdrawn', at: facts.at, by: 'provider' })
  expect([isHeld(ended.state), ended.state.status.outcome]).toEqual([false, 'completed'])
  expect(entries.map(({ type }) => type)).toEqual(['dispute.resolved', 'spool.completed'])
  expect(refusal(() => withdrawDispute(moment(ended, 'provider'), facts.at))).toBe(
    'invalid_state dispute_closed',
  )
})

test('what is held spends no more once a dispute is withdrawn', () => {
  const spool = opened(judged({}, 'partial'), 1)
  const { spool: ended } = withdrawDispute(moment(spool, 'buyer'), hour(3).toISOString())
  expect(ended.state.heldTime.buyer).toEqual({ spentMs: 2 * 3_600_000, since: null })
})

test('each side adds ten statements while a dispute is open; the history has their digests alone', () => {
  let spool = opened(judged(), 1)
  for (const side of ['buyer', 'provider'] as const) {
    for (let n = 0; n < 10; n += 1) {
      const added = addStatement(moment(spool, side), { detail: `${side} ${n}`, evidenceRefs: [] }, facts)
      expect(added.disputeText?.text).toMatchObject({ by: side, detail: `${side} ${n}` })
      expect(JSON.stringify(added.spool)).not.toContain(`${side} ${n}`)
      expect(added.entries.map(({ data }) => data['text_digest'])).toEqual([`digest of ${side} ${n}`])
      spool = added.spool
    }
    const more = () => addStatement(moment(spool, side), { detail: 'more', evidenceRefs: [] }, facts)
    expect(refusal(more)).toBe('conflict statement_limit_reached')
  }
  const unknown = () =>
    addStatement(moment(opened(judged(), 1), 'buyer'), { detail: 'x', evidenceRefs: [`ev_${hex(9)}`] }, facts)
  expect(refusal(unknown)).toBe('validation_failed evidence[0]')
})

test('what a caller can do is exactly what succeeds', () => {
  const spool = opened(judged(), 1)
  const can = (of: Spool, ...who: ['buyer' | 'provider', ('counterparty' | 'full' | 'verify')?]) =>
    canOf(moment(of, ...who))
  expect(can(spool, 'buyer')).toEqual(['statements', 'withdraw'])
  expect(can(spool, 'provider', 'counterparty')).toEqual(['statements'])
  expect(can(spool, 'provider', 'verify')).toEqual([])
  const running = { ...spool, state: { ...spool.state, openRun: { runId: 'vr_1' } } }
  expect(can(running, 'buyer')).toEqual(['statements'])
  expect(can(asOf(spool, hour(73), tools).spool, 'buyer')).toEqual([])
})

const review = { disputeId: 'dsp_buyer_1', reviewId: `rev_${hex(1)}` }
const reviewed = (hours: number, spool = opened(judged({}, 'partial'), 1), from = 2) =>
  reviewStarted(spool, { ...review, expiresAt: hour(hours).toISOString() }, hour(from).toISOString())

test('a review moves the deadline once, to its end and to twice the window at most, and the hold with it', () => {
  const latest = latestReviewEnd(judged(), only(opened(judged(), 1)))
  expect(latest).toBe(hour(145).toISOString())
  const { spool, entries } = reviewed(1_000)
  expect(only(spool)).toMatchObject({ status: 'under_review', deadline: latest, holdEndsAt: latest })
  expect(spool.state.holds).toMatchObject([{ until: latest, blocks: true }])
  expect(entries.map(({ type }) => type)).toEqual(['dispute.under_review'])
  expect(only(reviewed(10).spool).deadline).toBe(hour(73).toISOString())
  const reopened = reviewEnded(reviewed(80).spool, review, { outcome: 'undecided' }, hour(3).toISOString())
  expect(only(reopened.spool)).toMatchObject({ status: 'open', deadline: hour(80).toISOString() })
  expect(only(reviewed(100, reopened.spool, 4).spool).deadline).toBe(hour(80).toISOString())
  const late = asOf(spool, hour(1_000), tools)
  expect(only(late.spool)).toMatchObject({ status: 'expired', closedAt: latest })
})

test('a hold ends when its budget is spent, and the dispute goes on under review', () => {
  const held = { buyer: { spentMs: 100 * 3_600_000, since: null }, provider: { spentMs: 0, since: null } }
  const { spool } = reviewed(145, opened(judged({ heldTime: held }, 'partial'), 1), 40)
  expect(only(spool).holdEndsAt).toBe(hour(45).toISOString())
  const later = asOf(spool, hour(46), tools)
  expect(only(later.spool)).toMatchObject({ status: 'under_review', holdEnded: 'budget_spent' })
  expect(isHeld(later.spool.state)).toBe(false)
})

test('a review that upholds or overturns decides its dispute, and no other', () => {
  const [end, replacement] = [hour(3).toISOString(), `ocr_${hex(2)}`]
  const upheld = reviewEnded(reviewed(70).spool, review, { outcome: 'upheld' }, end)
  expect(only(upheld.spool)).toMatchObject({
    status: 'resolved_upheld',
    resolution: { outcome: 'upheld', by: 'review', reviewId: review.reviewId, at: end },
  })
  expect(isHeld(upheld.spool.state)).toBe(false)
  const overturned = { outcome: 'overturned', replacementReceiptId: replacement } as const
  expect(only(reviewEnded(reviewed(70).spool, review, overturned, end).spool)).toMatchObject({
    status: 'resolved_corrected',
    resolution: { outcome: 'corrected', replacementReceiptId: replacement },
  })
  const other = { ...review, disputeId: 'dsp_other' }
  const { spool } = reviewed(70)
  expect(reviewEnded(spool, other, { outcome: 'upheld' }, end)).toEqual({ spool, entries: [] })
  const ended = asOf(spool, hour(200), tools).spool
  expect(reviewEnded(ended, review, { outcome: 'upheld' }, end)).toEqual({ spool: ended, entries: [] })
})

test('a review is asked for an open dispute that the agreement has a review resolve', () => {
  const spool = withPolicy(opened(judged(), 1), { resolver: 'review' })
  expect(reviewableDispute(spool, review.disputeId).id).toBe(review.disputeId)
  const none = withPolicy(spool, { resolver: 'none' })
  expect(refusal(() => reviewableDispute(none, review.disputeId))).toBe('invalid_state no_review_resolver')
  expect(refusal(() => reviewableDispute(spool, 'dsp_other'))).toBe('validation_failed dispute_id')
  const ended = asOf(spool, hour(200), tools).spool
  expect(refusal(() => reviewableDispute(ended, review.disputeId))).toBe('invalid_state dispute_closed')
})

const committed = (end: number): Spool => {
  const spool = judged()
  const { status } = spool.state
  const lane = { funding: 'wallet_authority' } as never
  return {
    ...spool,
    agreement: { ...spool.agreement, type: 'agent_task', lane },
    state: {
      ...spool.state,
      status: { ...status, settlement: 'committed' },
      grantEndsAt: hour(end).toISOString(),
    },
  }
}

test('a payment whose authorization ends within twelve hours is made in time, and the dispute of it goes on', () => {
  const spool = opened(committed(40), 1)
  expect(only(spool)).toMatchObject({ holdsSettlement: true, holdEnded: null })
  expect(asOf(spool, new Date(hour(28).getTime() - 1), tools).history).toEqual([])
  const ended = asOf(spool, hour(28), tools)
  expect(ended.history.map(({ type }) => type)).toEqual(['dispute.hold_ended', 'settlement.released'])
  expect(only(ended.spool)).toMatchObject({ status: 'open', holdEnded: 'authorization_ending' })
  expect(ended.spool.state.status.settlement).toBe('releasing')
  expect(asOf(spool, hour(1_000), tools).history.slice(0, 2)).toEqual(ended.history)
})

test('a dispute that comes within twelve hours of that end holds nothing; one of a later end holds until its deadline', () => {
  const late = opened(committed(13), 1)
  expect(only(late)).toMatchObject({ holdsSettlement: false, holdEnded: 'authorization_ending' })
  expect(isHeld(late.state)).toBe(false)
  const early = opened(committed(200), 1)
  expect(asOf(early, hour(73), tools).history[0]?.type).toBe('dispute.resolved')
})
