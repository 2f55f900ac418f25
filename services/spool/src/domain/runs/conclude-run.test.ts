import { portableSha256 } from '@outturn/canonical'
import type { EvidenceItem, RunOutcome, Unitization } from '@outturn/agreement'
import { evaluateRun, unitSecretsOfSpool } from '@outturn/evaluation'
import { describe, expect, test } from 'vitest'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import { abandonRun, concludeRun, isIrremediable } from './conclude-run.ts'
import { currentHint, flagsOf } from '../lifecycle/flags.ts'
import { nextStepOf } from '../views/next-step.ts'
import type { Spool, SpoolState } from '../model/spool.ts'

const runId = `vr_${hex(1)}`
const deadline = { checker: 'deadline_met', deadline: at } as const
const checked = (check: NonNullable<Spool['agreement']['conditions'][number]['deterministic_check']>) => ({
  verification_method: 'deterministic' as const,
  deterministic_check: check,
})
const later = '2026-01-01T00:00:05.000Z'

type Result = RunOutcome['conditionResults'][number]['result']

function outcome(result: RunOutcome['result'], conditions: Result[], reason = 'a reason'): RunOutcome {
  const isPass = result === 'pass'
  return {
    runId,
    planHash: 'b'.repeat(64),
    runDigest: 'd'.repeat(64),
    evidenceRoot: 'e'.repeat(64),
    evidence: [],
    conditionResults: conditions.map((each, index) => ({
      condition_id: `cond_${hex(index)}`,
      requirement: 'mandatory',
      result: each,
      method: 'deterministic',
      verifier_id: 'checker.row_count',
      verifier_version: '1.0.0',
      evidence_refs: [],
      reason,
    })),
    result,
    resultCode: null,
    units: null,
    amounts: { earned: isPass ? '2.00' : '0.00', committed: '2.00', asset: 'USD', decimals: 2 },
    earnedCents: isPass ? 200 : 0,
    accepted: isPass ? 1 : 0,
    rejected: isPass ? 0 : 1,
    uncertain: 0,
    rejections: [],
    rejectionsTruncated: false,
    unitFindings: [],
  }
}

const rowCount = { checker: 'row_count', expected: 1 } as const

function concluded(
  of: RunOutcome,
  change: Partial<SpoolState> = {},
  spool = acceptedSpool([checked(rowCount)]),
) {
  const state = { ...spool.state, openRun: { runId: runId }, ...change }
  return concludeRun({ ...spool, state }, of, {
    at: later,
    receiptId: `ocr_${hex(1)}`,
    evidenceUpTo: at,
  })
}

test('a pass fulfils the agreement and, where nothing is settled here, completes it', () => {
  const { spool, entries } = concluded(outcome('pass', ['pass']))
  expect(spool.state).toMatchObject({
    openRun: null,
    runs: 1,
    status: { verification: 'pass', fulfillment: 'fulfilled', outcome: 'completed' },
    lastResults: { [`cond_${hex(0)}`]: { result: 'pass', run_id: runId } },
  })
  expect(entries.map(({ type }) => type)).toEqual([
    'verification.completed',
    'receipt.issued',
    'spool.completed',
  ])
})

test('a fail that can be fixed leaves the Spool open', () => {
  const { spool, entries } = concluded(outcome('fail', ['fail']))
  expect(spool.state.status).toMatchObject({ verification: 'fail', outcome: 'active' })
  expect(spool.state.lastRun).toMatchObject({ isIrremediable: false, isTransient: false })
  expect(entries.map(({ type }) => type)).toEqual(['verification.completed', 'receipt.issued'])
})

test.each<[string, Spool, Result[], boolean]>([
  ['a deadline that was missed', acceptedSpool([checked(deadline)]), ['fail'], true],
  [
    'a deadline that the rows themselves state',
    acceptedSpool([checked({ ...deadline, basis: 'field', field: 'at' })]),
    ['fail'],
    false,
  ],
  [
    'a missed deadline beside rows that can be fixed',
    acceptedSpool([checked(deadline), checked(rowCount)]),
    ['fail', 'fail'],
    false,
  ],
  [
    'a missed deadline beside rows that are right',
    acceptedSpool([checked(deadline), checked(rowCount)]),
    ['fail', 'pass'],
    true,
  ],
])('%s: past fixing or not', (_, spool, results, expected) => {
  expect(isIrremediable(spool.agreement.plan.conditions, outcome('fail', results))).toBe(expected)
})

test('what is past fixing is terminal at once, and no party is told to fix it', () => {
  const { spool } = concluded(outcome('fail', ['fail']), {}, acceptedSpool([checked(deadline)]))
  expect(spool.state.status).toMatchObject({ fulfillment: 'unfulfilled', outcome: 'completed' })
  expect(spool.state.lastRun?.hint).toBeNull()
})

test('a deadline that has passed is said to be past fixing in hint and next step alike', () => {
  const late = { ...outcome('fail', ['fail']), causes: ['late'] }
  const { spool } = concluded(late, {}, acceptedSpool([checked(deadline)]))
  const flags = flagsOf(spool, new Date(at))
  const hint = currentHint(spool, flags)
  expect(hint).toContain(`Agree on a new Spool for “Condition 0”: its deadline ${at} has passed`)
  expect(nextStepOf(spool, flags, new Date(at))).toMatchObject({ type: 'new_spool', reason: hint })
})

describe('a verdict before the provider has delivered', () => {
  const failed = outcome('fail', ['fail'])
  const one = (check: Parameters<typeof checked>[0], change: Partial<SpoolState>) => {
    const spool = acceptedSpool([checked(check)])
    const finality = { mode: 'first_verdict' as const, max_runs: 1, closes_at: null }
    return concluded(failed, change, { ...spool, agreement: { ...spool.agreement, finality } }).spool
  }

  test('leaves the one that was agreed on to the delivery', () => {
    const spool = one(rowCount, { deliveredAt: null, evidenceCount: 0, buyerEvidenceCount: 1 })
    expect(spool.state).toMatchObject({ runs: 1, countedRuns: 0, finalizedAt: null })
    expect(flagsOf(spool, new Date(later))).toMatchObject({ terminal: false, can_rerun: true })
  })

  test('is that of a run which began before a delivery that came meanwhile', () => {
    expect(one(rowCount, { deliveredAt: later }).state).toMatchObject({ countedRuns: 0, finalizedAt: null })
  })

  test('closes the finality where nothing of the provider is judged', () => {
    const observed = { checker: 'http_status', url: 'https://one.example/', expected: [200] } as never
    expect(one(observed, { deliveredAt: null }).state).toMatchObject({ countedRuns: 1, finalizedAt: later })
  })

  test('closes it once the provider has delivered', () => {
    expect(one(rowCount, { deliveredAt: at }).state).toMatchObject({ countedRuns: 1, finalizedAt: later })
  })
})

test('an optional condition that failed is no reason for anything', () => {
  const { conditionResults, ...rest } = outcome('pass', ['fail'])
  const optional = conditionResults.map((each) => ({ ...each, requirement: 'optional' as const }))
  expect(isIrremediable([], { ...rest, result: 'fail', conditionResults: optional })).toBe(false)
})

test('an uncertainty that waiting may end is transient, another is not', () => {
  const of = (cause: string) =>
    concluded({ ...outcome('uncertain', ['uncertain']), causes: [cause] }).spool.state.lastRun
  expect(of('unreachable')).toMatchObject({ isTransient: true })
  expect(of('no_rows')).toMatchObject({ isTransient: false })
})

test('an outcome of an older version says its cause by the code that leads the sentence', () => {
  const of = (reason: string) => concluded(outcome('uncertain', ['uncertain'], reason)).spool.state.lastRun
  expect(of('unreachable: the host did not answer')).toMatchObject({ isTransient: true })
  expect(of('no_rows: the dataset has no rows')).toMatchObject({ isTransient: false })
})

describe('URLs of rows', () => {
  const urls = ['https://one.example', 'https://two.example']
  const spool = acceptedSpool([checked({ checker: 'http_status', field: 'url' })])

  /** Judges two rows by what was observed of their URLs: a status, or null for a host that did not answer. */
  function observed(statuses: readonly (number | null)[], unitization: Unitization | null = null) {
    const plan = { ...spool.agreement.plan, unitization }
    const conditionId = plan.conditions[0]?.condition_id ?? ''
    const seen = { evidenceId: `ev_${hex(1)}`, conditionId, observedAt: at, receivedAt: at }
    const dataset: EvidenceItem = {
      id: `ev_${hex(2)}`,
      conditionId: null,
      type: 'dataset',
      source: 'upload',
      claimClass: 'artifact_state',
      provenance: 'uploaded_json',
      onBehalfOf: 'provider',
      contentDigest: null,
      observedAt: null,
      receivedAt: at,
      content: { kind: 'rows', rows: urls.map((url) => ({ url })) },
    }
    const judged = evaluateRun({
      slug: 'example',
      runId,
      plan,
      evidence: [dataset],
      observations: [
        {
          ...seen,
          observations: statuses.map((status, index) => ({
            url: urls[index] ?? '',
            final_url: null,
            status,
            failure: status === null ? 'unreachable' : null,
            at,
          })),
        },
      ],
      opinions: [],
      unitSecrets: unitSecretsOfSpool(new Uint8Array(32), portableSha256),
      evaluatedAt: at,
    })
    return concluded(judged, {}, { ...spool, agreement: { ...spool.agreement, plan } }).spool
  }
  const perUnit: Unitization = { total_units: 2, unit_amount_cents: 100 }
  const nothingToFix = expect.stringMatching(/^Wait until .* can be reached, then call verify again\.$/)

  test.each([
    ['no host answers', [null, null], null],
    ['no host answers for any unit', [null, null], perUnit],
    ['one host answers as agreed', [200, null], null],
    ['one host answers as agreed for its unit', [200, null], perUnit],
  ] as const)('%s: nothing is asked of the provider', (_, statuses, unitization) => {
    const after = observed(statuses, unitization)
    expect(after.state.lastRun).toMatchObject({ isTransient: true, hint: nothingToFix })
    expect(nextStepOf(after, flagsOf(after, new Date(later)), new Date(later))).toMatchObject({
      action: 'rerun_allowed',
      actor: 'verifier',
    })
  })

  test.each([null, perUnit])(
    'a host that answers otherwise asks for other evidence (units: %j)',
    (unitization) => {
      const after = observed([404, null], unitization)
      expect(after.state.lastRun).toMatchObject({ isTransient: false })
      expect(nextStepOf(after, flagsOf(after, new Date(later)), new Date(later))).toMatchObject({
        action: 'submit_evidence',
      })
    },
  )
})

test('the run that uses up the agreed number closes the finality before it completes', () => {
  const spool = acceptedSpool([checked(rowCount)])
  const { entries, spool: after } = concluded(outcome('fail', ['fail']), { countedRuns: 19 }, spool)
  expect(entries.map(({ type }) => type)).toEqual([
    'verification.completed',
    'receipt.issued',
    'verification.finalized',
    'spool.completed',
  ])
  expect(after.state.finalizedAt).toBe(later)
})

test('a Spool that took evidence during the run is not set back in time', () => {
  const spool = { ...acceptedSpool([checked(rowCount)]), updatedAt: '2026-01-01T00:00:09.000Z' }
  const decision = concluded(outcome('fail', ['fail']), { newestEvidenceAt: spool.updatedAt }, spool)
  expect(decision.at).toBe(spool.updatedAt)
  expect(decision.entries.every((entry) => entry.at === spool.updatedAt)).toBe(true)
  expect(decision.spool.state.lastRun).toMatchObject({ at: later, evidenceUpTo: at })
})

test('a run without an outcome changes nothing but that it is over', () => {
  const spool = acceptedSpool([checked(rowCount)], { openRun: { runId: runId } })
  const decision = abandonRun(spool, { runId, code: 'checker_error', at: later })
  expect(decision.spool.state).toEqual({ ...spool.state, openRun: null })
  expect(decision.entries).toMatchObject([{ type: 'verification.failed', data: { code: 'checker_error' } }])
})

test('what became of its receipt before the run ended is kept, what became of older ones is not', () => {
  const receiptStatuses = { [`ocr_${hex(1)}`]: 'revoked', [`ocr_${hex(2)}`]: 'corrected' } as const
  const { spool } = concluded(outcome('pass', ['pass']), { receiptStatuses })
  expect(spool.state.receiptStatuses).toEqual({ [`ocr_${hex(1)}`]: 'revoked' })
  const { spool: silent } = concluded(outcome('pass', ['pass']))
  expect(silent.state.receiptStatuses).toEqual({})
})

test('a verdict whose sum was settled before it ends completes the Spool, wherever it is settled', () => {
  const spool = acceptedSpool([checked(rowCount)])
  const lane = { funding: 'hosted_checkout' } as Spool['agreement']['lane']
  const managed = { ...spool, agreement: { ...spool.agreement, ...(lane !== undefined && { lane }) } }
  const outcomeOf = (settledCents: number) =>
    concluded(outcome('pass', ['pass']), { settledCents }, managed).spool.state.status.outcome
  expect([outcomeOf(199), outcomeOf(200)]).toEqual(['active', 'completed'])
})

test('a condition that nothing judges is not judged by waiting', () => {
  const unjudged = acceptedSpool([{ verification_method: 'ai_assisted' }])
  const [planned] = unjudged.agreement.plan.conditions
  const plan = {
    ...unjudged.agreement.plan,
    conditions: [{ ...planned, check: null }],
  } as typeof unjudged.agreement.plan
  const spool = { ...unjudged, agreement: { ...unjudged.agreement, plan } }
  const of = outcome('uncertain', ['uncertain'], 'executor_unavailable: no claim is declared')
  expect(concluded(of, {}, spool).spool.state.lastRun).toMatchObject({
    isTransient: false,
    hint: 'Agree on a new Spool that says how “Condition 0” is judged, because no call on this Spool can end it.',
  })
})
