import { expect, test } from 'vitest'
import { acceptedSpool, acceptedState, hex } from '../agreement/accepted-spool.fixture.ts'
import type { RunSummary, Spool } from '../model/spool.ts'
import { currentHint, flagsOf } from './flags.ts'
import { maxEvidenceItems } from '../model/held-items.ts'
import { nextStepOf } from '../views/next-step.ts'

const at = '2026-01-01T00:00:00.000Z'
const now = new Date(at)
const head = { length: 2, hash: 'a'.repeat(64) }

function spoolWith(lastRun: Partial<RunSummary> | null, change: Partial<Spool['state']> = {}): Spool {
  const run =
    lastRun === null
      ? null
      : {
          runId: 'vr_000000000000000000000001',
          result: 'pass' as const,
          at,
          receiptId: `ocr_${hex(1)}`,
          earnedCents: 100,
          evidenceUpTo: at,
          isTransient: false,
          isIrremediable: false,
          hint: null,
          ways: [],
          ...lastRun,
        }
  return {
    id: 'spl_000000000000000000000001',
    shareId: 'shr_000000000000000000000001',
    environment: 'production',
    accountId: 'acc_000000000000000000000001',
    version: 2,
    createdAt: at,
    updatedAt: at,
    agreement: {
      mode: 'bilateral',
      type: 'service',
      conditions: [{}],
      value: { amount_cents: 200, currency: 'USD' },
      finality: { mode: 'open', max_runs: 20, closes_at: null },
    } as Spool['agreement'],
    state: { ...acceptedState(head), runs: run === null ? 0 : 1, lastRun: run, ...change },
  }
}

test('a pass is terminal, may be settled and takes no more evidence', () => {
  expect(flagsOf(spoolWith({ result: 'pass' }), now)).toEqual({
    terminal: true,
    settlement_eligible: true,
    can_resubmit_evidence: false,
    can_rerun: false,
  })
})

test('a partial result may be paid already and still be improved', () => {
  const spool = spoolWith({
    result: 'partial',
    hint: 'Add email to row 2, then call evidence and verify again.',
  })
  const flags = flagsOf(spool, now)
  expect(flags).toEqual({
    terminal: false,
    settlement_eligible: true,
    can_resubmit_evidence: true,
    can_rerun: true,
  })
  expect(nextStepOf(spool, flags, now)).toMatchObject({
    type: 'submit_evidence',
    action: 'submit_evidence',
    actor: 'provider',
  })
})

test('the last permitted run makes any result terminal', () => {
  const spool = spoolWith({ result: 'partial' }, { countedRuns: 20 })
  expect(flagsOf(spool, now)).toMatchObject({ terminal: true, can_rerun: false })
  expect(nextStepOf(spool, flagsOf(spool, now), now)).toMatchObject({
    type: 'settle',
    reason: 'Earned 1.00 of 2.00 USD.',
  })
})

test('nothing earned and no run left asks for a new Spool', () => {
  const spool = spoolWith({ result: 'fail', earnedCents: 0 }, { countedRuns: 20 })
  expect(nextStepOf(spool, flagsOf(spool, now), now).type).toBe('new_spool')
})

test('a transient uncertainty asks for another run, not for other evidence', () => {
  const spool = spoolWith({ result: 'uncertain', earnedCents: 0, isTransient: true })
  expect(nextStepOf(spool, flagsOf(spool, now), now)).toMatchObject({
    type: 'rerun_allowed',
    actor: 'verifier',
  })
})

test('an unfinished verification says so', () => {
  const spool = spoolWith(null)
  expect(nextStepOf(spool, flagsOf(spool, now), now)).toMatchObject({
    type: 'rerun_allowed',
    actor: 'verifier',
  })
})

test('a proposal waits for the party that has to accept it, by its name', () => {
  const spool = acceptedSpool([])
  const { status } = spool.state
  const proposed: Spool = {
    ...spool,
    state: { ...spool.state, status: { ...status, agreement: 'proposed' } },
  }
  expect(nextStepOf(proposed, flagsOf(proposed, now), now)).toMatchObject({
    type: 'await_confirmation',
    actor: 'provider',
    reason: 'Bot has not accepted yet.',
  })
})

test('a missing word is waited for once there is work, and at once where only people decide', () => {
  const byBoth = { verification_method: 'human_confirmed', confirmation_method: 'both_confirm' } as const
  const check = { checker: 'row_count', expected: 1 } as const
  const byRows = { verification_method: 'deterministic', deterministic_check: check } as const
  const next = (spool: Spool) => nextStepOf(spool, flagsOf(spool, now), now)
  expect(next(acceptedSpool([byBoth], { evidenceCount: 0 }))).toMatchObject({
    type: 'await_confirmation',
    actor: 'buyer',
  })
  expect(next(acceptedSpool([byBoth, byRows], { evidenceCount: 0 })).type).toBe('submit_evidence')
  const confirmations = { [`cond_${hex(0)}`]: { buyer: 'passed' as const } }
  expect(next(acceptedSpool([byBoth, byRows], { evidenceCount: 1, confirmations }))).toMatchObject({
    type: 'await_confirmation',
    actor: 'provider',
  })
})

test('evidence that no run has seen asks for a run, before anything else that the last one left open', () => {
  const spool = spoolWith(
    { result: 'partial', evidenceUpTo: at, hint: 'Add email to row 2.' },
    { newestEvidenceAt: '2026-01-01T00:00:00.001Z' },
  )
  expect(nextStepOf(spool, flagsOf(spool, now), now)).toMatchObject({
    type: 'rerun_allowed',
    actor: 'verifier',
  })
})

test('a fail that nothing can fix is final', () => {
  const spool = spoolWith({ result: 'fail', earnedCents: 0, isIrremediable: true })
  expect(flagsOf(spool, now)).toMatchObject({ terminal: true, can_resubmit_evidence: false })
})

test.each<[string, Partial<RunSummary>, Partial<Spool['state']>, string]>([
  ['revoked', {}, { receiptStatuses: { [`ocr_${hex(1)}`]: 'revoked' } }, 'The receipt was revoked'],
  [
    'being replaced',
    {},
    { receiptStatuses: { [`ocr_${hex(1)}`]: 'corrected' } },
    'The receipt is being replaced',
  ],
  ['missing', { receiptId: null }, { latestReceiptId: `ocr_${hex(1)}` }, 'No receipt was signed'],
])('nothing is due while the receipt of the verdict is %s', (_, run, change, reason) => {
  const spool = spoolWith(run, change)
  const flags = flagsOf(spool, now)
  expect(flags).toMatchObject({ terminal: true, settlement_eligible: false })
  expect(nextStepOf(spool, flags, now)).toMatchObject({
    type: 'terminal',
    actor: 'none',
    reason: expect.stringContaining(reason),
  })
})

test('a receipt of before says nothing about the verdict', () => {
  const spool = spoolWith({}, { receiptStatuses: { [`ocr_${hex(2)}`]: 'revoked' } })
  expect(flagsOf(spool, now).settlement_eligible).toBe(true)
})

test('what was earned is due until all of it is settled', () => {
  const next = (settledCents: number, run: Partial<RunSummary> = {}) => {
    const spool = spoolWith(run, { settledCents })
    return nextStepOf(spool, flagsOf(spool, now), now)
  }
  expect(next(99).type).toBe('settle')
  expect(next(100)).toMatchObject({ type: 'terminal', action: 'terminal', actor: 'none' })
  expect(next(100, { result: 'partial', hint: 'Add email to row 2.' }).type).toBe('submit_evidence')
  expect(next(0, { result: 'pass', earnedCents: 0 }).type).toBe('new_spool')
})

test('evidence that waits for its first run is told apart from a run that is under way', () => {
  const reasonOf = (spool: Spool) => nextStepOf(spool, flagsOf(spool, now), now).reason
  const waiting = acceptedSpool([{ verification_method: 'deterministic' }], { evidenceCount: 1 })
  const running = {
    ...waiting,
    state: { ...waiting.state, openRun: { runId: 'vr_000000000000000000000002' } },
  }
  expect(reasonOf(waiting)).toBe(
    'There is evidence that no run has seen. Call verify: either party may, with a key of scope full or verify.',
  )
  expect(reasonOf(running)).toBe('A verification is under way: read the Spool again in a few seconds.')
})

test('no one is asked for evidence that the Spool cannot take', () => {
  const next = (spool: Spool) => nextStepOf(spool, flagsOf(spool, now), now)
  expect(next(acceptedSpool([], { evidenceCount: 0 }))).toMatchObject({ type: 'new_spool', actor: 'buyer' })
  const lastRun = {
    result: 'partial',
    hint: 'Add email to row 2, then call evidence and verify again.',
  } as const
  expect(next(spoolWith(lastRun, { evidenceCount: 100 }))).toMatchObject({ type: 'new_spool' })
  expect(next(spoolWith(lastRun, { evidenceCount: 99 }))).toMatchObject({ type: 'submit_evidence' })
})

test('the hint stands for as long as it can be followed', () => {
  const lastRun = { result: 'partial', evidenceUpTo: at, hint: 'Add email to row 2.' } as const
  const hintOf = (spool: Spool) => currentHint(spool, flagsOf(spool, now))
  expect(hintOf(spoolWith(lastRun))).toBe('Add email to row 2.')
  expect(hintOf(spoolWith(lastRun, { countedRuns: 20 }))).toBeNull()
  expect(hintOf(spoolWith(lastRun, { newestEvidenceAt: '2026-01-01T00:00:00.001Z' }))).toBeNull()
  expect(hintOf(spoolWith(lastRun, { evidenceCount: 100 }))).toBeNull()
  expect(hintOf(spoolWith(null))).toBeNull()
})

test('at the limit of evidence none can be resubmitted, and what is there can still be verified', () => {
  const full = acceptedSpool([{ verification_method: 'deterministic' }], { evidenceCount: maxEvidenceItems })
  expect(flagsOf(full, now)).toMatchObject({ can_resubmit_evidence: false, can_rerun: true })
})
