import type { DisputeRemedy, Side } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { isHeld } from '../model/hold.ts'
import type { DecidedCondition } from '../model/casework/dispute-state.ts'
import type { Dispute, DisputePolicy, Spool } from '../model/spool.ts'
import { answerDispute, type SentAnswer } from './answer-dispute.ts'
import {
  correctionByDispute,
  withCorrectionFailed,
  withDecision,
  withDisputeDecided,
} from './correct-receipt.ts'
import { allFailed } from './decided-outcomes.ts'
import { canOf } from './dispute-actions.ts'
import { hour, judged, opened, refusal, said, viewer, withPolicy } from './disputed-spool.fixture.ts'
import { withdrawDispute } from './withdraw-dispute.ts'

const at = hour(2).toISOString()
const only = (spool: Spool) => spool.state.disputes.at(-1) as Dispute
const [conditionId = ''] = judged().agreement.conditions.map(({ id }) => id)
const outcome = (stated: 'failed' | 'passed'): DecidedCondition[] => [{ conditionId, outcome: stated }]
const accept = (outcomes: readonly DecidedCondition[] | null = null): SentAnswer => ({
  ...{ answer: 'accept', outcomes, detail: null },
})
const reject: SentAnswer = { answer: 'reject', outcomes: null, detail: 'It is fine.' }

type Said = {
  remedy?: DisputeRemedy
  proposedOutcomes?: DecidedCondition[]
  resolver?: DisputePolicy['resolver']
}

function story({ resolver = 'counterparty', ...asked }: Said = {}, opener: Side = 'buyer') {
  const spool = withPolicy(opened(judged({}, 'pass'), 1, opener), { resolver })
  const request = { ...said, remedy: 'release' as const, ...asked }
  const moment = (of: Spool, side: Side) => ({
    spool: of,
    dispute: only(of),
    viewer: viewer(of, side),
    said: request,
  })
  const answer = (of: Spool, side: Side, sent: SentAnswer) =>
    answerDispute(moment(of, side), sent, { at, digestOf: (text) => `digest of ${text}` })
  return {
    spool,
    moment,
    answer,
    after: (of: Spool, side: Side, sent: SentAnswer) => answer(of, side, sent).decision.spool,
  }
}

test('accepting a release upholds the receipt, and the money goes on', () => {
  const { spool, answer } = story({}, 'provider')
  const { decision, corrects } = answer(spool, 'buyer', accept())
  expect(corrects).toBeNull()
  expect(only(decision.spool)).toMatchObject({
    status: 'resolved_upheld',
    resolution: { outcome: 'upheld', by: 'counterparty', at },
  })
  expect(isHeld(decision.spool.state)).toBe(false)
  expect(decision.entries.map(({ type }) => type)).toEqual([
    'dispute.answered',
    'dispute.resolved',
    'spool.completed',
  ])
})

test('rejecting ends nothing, says why, and is one of at most twenty answers', () => {
  const { spool, answer, after } = story()
  const { decision } = answer(spool, 'provider', reject)
  expect(only(decision.spool)).toMatchObject({ status: 'open', resolution: null })
  expect(only(decision.spool).steps.at(-1)).toEqual({ type: 'rejected', at, by: 'provider' })
  expect(isHeld(decision.spool.state)).toBe(true)
  expect(decision.disputeText?.text.detail).toBe('It is fine.')
  expect(JSON.stringify(decision.entries)).not.toContain('"It is fine')
  expect(refusal(() => answer(spool, 'provider', { ...reject, detail: null }))).toBe(
    'validation_failed detail',
  )
  let often = spool
  for (let n = 0; n < 20; n += 1) often = after(often, 'provider', reject)
  expect(refusal(() => answer(often, 'provider', reject))).toBe('conflict answer_limit_reached')
})

test('no party answers its own dispute, or accepts its own proposal', () => {
  const { spool, answer, after } = story(
    { remedy: 'correct_receipt', proposedOutcomes: outcome('passed') },
    'provider',
  )
  expect(refusal(() => answer(spool, 'provider', accept(outcome('passed'))))).toBe(
    'forbidden other_party_only',
  )
  const proposed = after(spool, 'buyer', accept(outcome('failed')))
  expect(only(proposed)).toMatchObject({
    status: 'open',
    proposal: { by: 'buyer', outcomes: outcome('failed') },
  })
  // The same proposal again changes nothing, and takes no effect by itself.
  expect(answer(proposed, 'buyer', accept(outcome('failed')))).toMatchObject({
    decision: { entries: [] },
    corrects: null,
  })
  const countered = after(proposed, 'provider', accept(outcome('passed')))
  expect(only(countered).proposal?.by).toBe('provider')
  expect(refusal(() => answer(countered, 'provider', accept(outcome('passed'))))).toBe(
    'forbidden other_party_only',
  )
  expect(answer(countered, 'buyer', accept(outcome('passed'))).corrects).toEqual({
    outcomes: outcome('passed'),
  })
})

test('equal outcomes of both sides correct the receipt, at once or after proposals; without outcomes nothing is accepted', () => {
  const { spool, answer, after } = story(
    { remedy: 'correct_receipt', proposedOutcomes: outcome('passed') },
    'provider',
  )
  expect(refusal(() => answer(spool, 'buyer', accept()))).toBe('validation_failed condition_outcomes')
  expect(answer(spool, 'buyer', accept(outcome('passed'))).corrects).toEqual({ outcomes: outcome('passed') })
  const proposed = after(spool, 'buyer', accept(outcome('failed')))
  expect(answer(proposed, 'provider', accept(outcome('failed'))).corrects).toEqual({
    outcomes: outcome('failed'),
  })
  const bare = story({ remedy: 'correct_receipt' }, 'provider')
  expect(bare.answer(bare.spool, 'buyer', accept(outcome('passed'))).corrects).toBeNull()
  const unknown = accept([{ conditionId: 'cond_other', outcome: 'passed' }])
  expect(refusal(() => answer(spool, 'buyer', unknown))).toBe(
    'validation_failed condition_outcomes[0].condition_id',
  )
  const twice = accept([...outcome('passed'), ...outcome('failed')])
  expect(refusal(() => answer(spool, 'buyer', twice))).toBe(
    'validation_failed condition_outcomes[1].condition_id',
  )
})

test('a refund is the word that nothing was earned; another verification judges the evidence as it is', () => {
  const refund = story({ remedy: 'refund' })
  expect(refund.answer(refund.spool, 'provider', accept()).corrects).toEqual({
    outcomes: allFailed(refund.spool),
  })
  expect(refusal(() => refund.answer(refund.spool, 'provider', accept(outcome('passed'))))).toBe(
    'validation_failed condition_outcomes',
  )
  const again = story({ remedy: 're_verify' })
  expect(again.answer(again.spool, 'provider', accept()).corrects).toEqual({ outcomes: null })
})

test('what the agreement has decided otherwise no party answers', () => {
  const reasons = (['none', 'review', 'external'] as const).map((resolver) => {
    const { spool, answer } = story({ resolver })
    return refusal(() => answer(spool, 'provider', accept()))
  })
  expect(reasons).toEqual([
    'invalid_state no_resolver',
    'invalid_state other_resolver',
    'invalid_state other_resolver',
  ])
})

test('a decision that waits for its receipt is neither answered nor withdrawn; its run resolves it, and one that fails opens it again', () => {
  const { spool, answer, moment } = story({ remedy: 'refund' })
  const { decision } = answer(spool, 'provider', accept())
  const decided = { by: 'counterparty', outcomes: allFailed(spool), runId: 'vr_1' } as const
  const waiting = withDecision(decision, only(spool), decided).spool
  expect([canOf(moment(waiting, 'provider')), canOf(moment(waiting, 'buyer'))]).toEqual([
    ['statements'],
    ['statements'],
  ])
  expect(refusal(() => withdrawDispute(moment(waiting, 'buyer'), at))).toBe('invalid_state dispute_decided')
  const end = { spool: waiting, entries: [], at: hour(3).toISOString() }
  const corrected = withDisputeDecided(end, 'vr_1', 'ocr_2')
  expect(only(corrected.spool)).toMatchObject({
    status: 'resolved_corrected',
    resolution: { outcome: 'corrected', by: 'counterparty', replacementReceiptId: 'ocr_2' },
  })
  expect(isHeld(corrected.spool.state)).toBe(false)
  expect(withDisputeDecided(end, 'vr_2', 'ocr_2')).toBe(end)
  const failed = withCorrectionFailed(end, 'vr_1')
  expect(only(failed.spool)).toMatchObject({ status: 'open', decision: null })
  expect(canOf(moment(failed.spool, 'provider'))).toContain('respond')
  expect(correctionByDispute(only(spool), spool, [])).toMatchObject({
    receiptId: spool.state.latestReceiptId,
  })
})
