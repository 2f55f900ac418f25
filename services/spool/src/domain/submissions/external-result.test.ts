import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import type { Decision } from '../model/decision.ts'
import { isRecorded, readResult, recordResult, resultContent, type SentResult } from './external-result.ts'
import type { Condition, Spool } from '../model/spool.ts'
import { viewerOf } from '../model/viewer.ts'

const now = new Date(Date.parse(at) + 86_400_000)
const hashes = { canonical: JSON.stringify, sha256Hex: (text: string) => `digest of ${text}` }
const lab = {
  id: 'qa-lab-1',
  name: 'QA Lab',
  proof: { type: 'ed25519', public_key: 'A'.repeat(43) },
} as const
const judged = (change: Partial<Condition['external_judge']> = {}) => ({
  verification_method: 'external_tool' as const,
  external_judge: { ...lab, ...change },
})
const spool = acceptedSpool([
  judged(),
  judged({ name: 'The same lab' }),
  judged({ proof: { type: 'ed25519', public_key: 'B'.repeat(43) } }),
  { verification_method: 'human_confirmed' },
])
const unitized: Spool = {
  ...spool,
  agreement: { ...spool.agreement, unitization: { total_units: 3, unit_amount_cents: 50 } },
}

function result(change: Partial<SentResult> = {}): SentResult {
  return {
    evaluator: 'qa-lab-1',
    verdict: 'pass',
    condition_results: [{ condition_id: `cond_${hex(0)}`, result: 'pass' }],
    proof: { type: 'ed25519', signature: 'signed' },
    observed_at: '2026-01-01T02:00:00+02:00',
    evidence_refs: [],
    ...change,
  }
}

const of = (n: number, judgedAs: 'pass' | 'partial' | 'fail' | 'uncertain' = 'pass') => ({
  condition_id: `cond_${hex(n)}`,
  result: judgedAs,
})

function codesOf(act: () => unknown): unknown[] {
  const { code, status, options } = refusalOf(act)
  return [code, status, options.field, options.reason]
}

function record(request: SentResult, on = spool, evidence: Decision['evidence'] = []): Decision {
  const read = readResult(request, { spool: on, evidence, slug: 'example', now }, hashes)
  const principal = {
    kind: 'account',
    accountId: on.accountId,
    accountName: 'Acme',
    accountKind: 'org',
    via: { kind: 'key', keyId: `key_${hex(1)}`, scope: 'full' },
  } as const
  return recordResult(
    read,
    resultContent(request, on, hashes),
    { spool: on, evidence },
    {
      at,
      actor: viewerOf(on, principal),
      evidenceIdOf: (digest, conditionId) => `${digest} for ${conditionId}`,
    },
  )
}

test('the signed text is what was sent, bound to the Spool and its agreement', () => {
  const { signedText } = readResult(result(), { spool, evidence: [], slug: 'example', now }, hashes)
  expect(JSON.parse(signedText)).toEqual({
    schema: 'example/external-result@1',
    spool_id: spool.id,
    agreement_hash: spool.agreement.agreementHash,
    evaluator: 'qa-lab-1',
    verdict: 'pass',
    condition_results: [of(0)],
    observed_at: '2026-01-01T02:00:00+02:00',
    evidence_refs: [],
  })
})

const unit = (n: number, judgedAs: 'pass' | 'fail' | 'uncertain') => ({ unit: n, result: judgedAs })

test.each<[string, Partial<SentResult>, Spool, unknown[]]>([
  [
    'a judge that was not declared',
    { evaluator: 'other-lab' },
    spool,
    ['forbidden', 403, 'evaluator', 'judge_not_declared'],
  ],
  [
    'a condition that another method decides',
    { condition_results: [of(0), of(3)] },
    spool,
    ['validation_failed', 422, 'condition_results[1].condition_id', undefined],
  ],
  [
    'a condition that was agreed with another key of the same judge',
    { condition_results: [of(0), of(2)] },
    spool,
    ['validation_failed', 422, 'condition_results[1].condition_id', undefined],
  ],
  [
    'a condition that is judged twice',
    { condition_results: [of(0), of(0)] },
    spool,
    ['validation_failed', 422, 'condition_results[1].condition_id', undefined],
  ],
  [
    'evidence that the Spool does not hold',
    { evidence_refs: [`ev_${hex(1)}`] },
    spool,
    ['validation_failed', 422, 'evidence_refs[0]', undefined],
  ],
  [
    'a pass over a condition that failed',
    { condition_results: [of(0), of(1, 'fail')] },
    spool,
    ['validation_failed', 422, 'verdict', undefined],
  ],
  [
    'a partial of nothing but passes',
    { verdict: 'partial' },
    spool,
    ['validation_failed', 422, 'verdict', undefined],
  ],
  [
    'a partial of nothing but failures',
    { verdict: 'partial', condition_results: [of(0, 'fail')] },
    spool,
    ['validation_failed', 422, 'verdict', undefined],
  ],
  [
    'units on a Spool without units',
    { condition_results: [{ ...of(0), units: [unit(1, 'pass')] }] },
    spool,
    ['validation_failed', 422, 'condition_results[0].units', undefined],
  ],
  [
    'a unit beyond those that were agreed',
    { condition_results: [{ ...of(0), units: [unit(4, 'pass')] }] },
    unitized,
    ['validation_failed', 422, 'condition_results[0].units[0].unit', undefined],
  ],
  [
    'a unit that is judged twice',
    { condition_results: [{ ...of(0), units: [unit(1, 'pass'), unit(1, 'pass')] }] },
    unitized,
    ['validation_failed', 422, 'condition_results[0].units[1].unit', undefined],
  ],
  [
    'a pass with a unit that failed',
    { condition_results: [{ ...of(0), units: [unit(1, 'fail')] }] },
    unitized,
    ['validation_failed', 422, 'condition_results[0].result', undefined],
  ],
])('%s is refused', (_, change, on, expected) => {
  expect(codesOf(() => record(result(change), on))).toEqual(expected)
})

test('a partial result may name only the units that failed', () => {
  const partial = { ...of(0, 'partial'), units: [unit(2, 'fail')] }
  expect(() => record(result({ verdict: 'partial', condition_results: [partial] }), unitized)).not.toThrow()
})

test.each([
  [60_000, undefined],
  [60_001, 'observed_at'],
])('observed %i ms after now, it is refused in the field %s', (ahead, field) => {
  const observedAt = new Date(now.getTime() + ahead).toISOString()
  const read = () => record(result({ observed_at: observedAt }))
  if (field === undefined) expect(read).not.toThrow()
  else expect(codesOf(read)).toEqual(['validation_failed', 422, field, undefined])
})

test('a result is kept once for each of its conditions, with its time in UTC beside the signed one', () => {
  const { evidence, contents, spool: after } = record(result({ condition_results: [of(0), of(1)] }))
  expect(evidence).toMatchObject(
    [0, 1].map((n) => ({
      conditionId: `cond_${hex(n)}`,
      source: 'judge:qa-lab-1',
      onBehalfOf: 'provider',
      provenance: 'third_party_attested',
      claimClass: 'machine_fact',
      observedAt: '2026-01-01T00:00:00.000Z',
    })),
  )
  expect(contents).toHaveLength(1)
  expect(JSON.parse(contents?.[0]?.text ?? '')).toMatchObject({
    kind: 'external_result',
    agreement_hash: spool.agreement.agreementHash,
    observed_at: '2026-01-01T02:00:00+02:00',
    evidence_refs: [],
  })
  expect(after.state.externalResults).toEqual({
    [`cond_${hex(0)}`]: '2026-01-01T00:00:00.000Z',
    [`cond_${hex(1)}`]: '2026-01-01T00:00:00.000Z',
  })
})

test('a later observation supersedes; an earlier one, or another of the same time, is a conflict', () => {
  const { spool: after } = record(result())
  const again = (observedAt: string) => () => record(result({ observed_at: observedAt }), after)
  expect(again('2026-01-01T00:00:00.001Z')).not.toThrow()
  expect(again('2026-01-01T00:00:00.000000001Z')).not.toThrow()
  const { spool: exact } = record(result({ observed_at: '2026-01-01T00:00:00.0001Z' }))
  expect(codesOf(() => record(result({ observed_at: '2026-01-01T00:00:00.00002Z' }), exact))).toContain(
    'superseded',
  )
  expect(codesOf(again('2026-01-01T00:00:00.000Z'))).toEqual([
    'conflict',
    409,
    'observed_at',
    'result_exists',
  ])
  expect(codesOf(again('2025-12-31T23:59:59.999Z'))).toEqual(['conflict', 409, 'observed_at', 'superseded'])
})

test('only the very same result, proof and all, is known again', () => {
  const { evidence = [] } = record(result())
  const isKnown = (sent: SentResult) => isRecorded(resultContent(sent, spool, hashes), evidence)
  expect(isKnown(result())).toBe(true)
  const resigned = result({ proof: { type: 'ed25519', signature: 'signed again' } })
  expect(isKnown(resigned)).toBe(false)
})
