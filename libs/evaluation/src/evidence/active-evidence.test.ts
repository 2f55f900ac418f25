import { expect, test } from 'vitest'
import { evaluateRun } from '../evaluate-run.ts'
import type { EvidenceItem, EvidenceRequirement } from '@outturn/agreement'
import { condition, conditionId, dataset, item, run, units } from '../testing/run-fixture.ts'

const agreed: EvidenceRequirement = { expected_type: 'dataset', source_ref: 'crm' }
const fromCrm = item({ source: 'crm', content: { kind: 'rows', rows: [{ id: 1 }] } })

function judge(requirement: EvidenceRequirement, evidence: readonly EvidenceItem[]) {
  const {
    evidence: rows,
    conditionResults,
    result,
  } = evaluateRun(
    run(
      [condition({ checker: 'row_count', expected: 1 }, 0, { evidence_requirements: [requirement] })],
      evidence,
    ),
  )
  return { statuses: rows.map(({ status }) => status), reason: conditionResults[0]?.reason, result }
}

test('evidence that meets its requirement is present', () => {
  expect(judge(agreed, [fromCrm])).toMatchObject({ statuses: ['present'], result: 'pass' })
})

test('a missing item is uncertain, and a failure only where that was agreed', () => {
  expect(judge(agreed, [])).toMatchObject({ statuses: ['missing'], result: 'uncertain' })
  expect(judge({ ...agreed, on_missing: 'fail' }, [])).toMatchObject({
    statuses: ['missing'],
    result: 'fail',
  })
})

test('an item of another source or type does not meet the requirement', () => {
  expect(judge(agreed, [item({ source: 'mail' })])).toMatchObject({ statuses: ['present', 'missing'] })
  expect(judge(agreed, [item({ source: 'crm', type: 'file' })])).toMatchObject({
    statuses: ['present', 'missing'],
  })
})

test('a source that did not answer is unavailable, even where missing would fail', () => {
  const silent = item({ source: 'crm', content: { kind: 'unavailable' } })
  expect(judge({ ...agreed, on_missing: 'fail' }, [silent])).toMatchObject({
    statuses: ['unavailable'],
    result: 'uncertain',
  })
})

test('an item is fresh up to its agreed age and stale after it', () => {
  const fresh = { ...agreed, freshness: { max_age_seconds: 1 } }
  const observed = (observedAt: string) => [{ ...fromCrm, observedAt }]
  expect(judge(fresh, observed('2026-01-01T00:00:00.000Z'))).toMatchObject({ statuses: ['present'] })
  expect(judge(fresh, observed('2025-12-31T23:59:59.999Z'))).toMatchObject({
    statuses: ['stale'],
    result: 'uncertain',
    reason: 'evidence_stale: the evidence is older than agreed',
  })
  expect(judge(fresh, observed('2025-12-31T23:59:59.999999999Z'))).toMatchObject({ statuses: ['stale'] })
  expect(judge(fresh, observed('2026-01-01T00:00:00.000000001Z'))).toMatchObject({ statuses: ['present'] })
})

test('provenance and supplier are held against the agreed ones', () => {
  const signed: EvidenceRequirement = { ...agreed, provenance: ['source_webhook_signed'] }
  expect(judge(signed, [fromCrm])).toMatchObject({
    statuses: ['provenance_unsatisfied'],
    result: 'uncertain',
  })
  expect(judge({ ...agreed, supplier: 'buyer' }, [fromCrm])).toMatchObject({
    statuses: ['provenance_unsatisfied'],
  })
  expect(judge({ ...agreed, supplier: 'provider' }, [fromCrm])).toMatchObject({ statuses: ['present'] })
})

test('the latest item of a party and source replaces the earlier ones', () => {
  const earlier = item({ content: { kind: 'rows', rows: [] } })
  const later = item({ id: 'ev_000000000000000000000002', content: { kind: 'rows', rows: [{ id: 1 }] } })
  const outcome = evaluateRun(run([condition({ checker: 'row_count', expected: 1 })], [earlier, later]))
  expect(outcome.evidence.map((row) => row.evidence_id)).toEqual(['ev_000000000000000000000002'])
  expect(outcome.result).toBe('pass')
})

test('what the buyer submits is listed and neither judged nor merged with the delivery', () => {
  const delivered = item({ content: { kind: 'rows', rows: [{ id: 1 }] } })
  const added = item({
    id: 'ev_000000000000000000000002',
    source: 'added by the buyer',
    onBehalfOf: 'buyer',
    content: { kind: 'rows', rows: [{ id: 2 }] },
  })
  const judgeCount = (evidence: readonly EvidenceItem[]) =>
    evaluateRun(run([condition({ checker: 'row_count', expected: 1 })], evidence))
  const outcome = judgeCount([delivered, added])
  expect(outcome.result).toBe('pass')
  expect(outcome.conditionResults[0]?.evidence_refs).toEqual([delivered.id])
  expect(outcome.evidence.map(({ evidence_id: id, status }) => [id, status])).toEqual([
    [delivered.id, 'present'],
    [added.id, 'present'],
  ])
  expect(judgeCount([added]).conditionResults[0]?.reason).toBe(
    'evidence_missing: the evidence was not submitted',
  )
})

test('a condition whose evidence the buyer is to supply is judged on it, and on no one else’s', () => {
  const brief: EvidenceRequirement = { ...agreed, supplier: 'buyer' }
  const ofBuyer = { ...fromCrm, id: 'ev_000000000000000000000002', onBehalfOf: 'buyer' }
  const more = item({ source: 'crm', content: { kind: 'rows', rows: [{ id: 1 }, { id: 2 }] } })
  expect(judge(brief, [more, ofBuyer])).toMatchObject({
    statuses: ['provenance_unsatisfied', 'present'],
    result: 'pass',
  })
})

test('where both sides are to supply evidence, the delivery is what the provider supplied', () => {
  const both: EvidenceRequirement[] = [
    { ...agreed, supplier: 'buyer', source_ref: 'brief' },
    { ...agreed, supplier: 'provider' },
  ]
  const brief = item({
    id: 'ev_000000000000000000000002',
    source: 'brief',
    onBehalfOf: 'buyer',
    content: { kind: 'rows', rows: [{ id: 1 }, { id: 2 }] },
  })
  const check = { checker: 'row_count', expected: 1 } as const
  const judgeBoth = (evidence: readonly EvidenceItem[]) =>
    evaluateRun(run([condition(check, 0, { evidence_requirements: both })], evidence))
  expect(judgeBoth([brief, fromCrm]).result).toBe('pass')
  expect(judgeBoth([fromCrm]).conditionResults[0]?.reason).toMatch(/^evidence_missing: /)
})

test('items of other sources of one side are judged together', () => {
  const parts = ['crm', 'mail'].map((source) =>
    item({ source, content: { kind: 'rows', rows: [{ id: source }] } }),
  )
  expect(evaluateRun(run([condition({ checker: 'row_count', expected: 2 })], parts)).result).toBe('pass')
})

test("what was sent for one condition is not another one's where the agreement binds that to a source", () => {
  const first = item({ conditionId: conditionId(0), content: { kind: 'rows', rows: [{ id: 1 }] } })
  const check = { checker: 'row_count', expected: 1 } as const
  const bound = condition(check, 1, { evidence_requirements: [{ ...agreed, on_missing: 'uncertain' }] })
  const outcome = evaluateRun(run([condition(check), bound], [first]))
  expect(outcome.conditionResults.map(({ result }) => result)).toEqual(['pass', 'uncertain'])
  expect(outcome.conditionResults[1]?.reason).toBe('evidence_missing: the evidence was not submitted')
})

test('evidence offered to every condition is listed under each, in condition order', () => {
  const check = { checker: 'row_count', expected: 1 } as const
  const outcome = evaluateRun(run([condition(check), condition(check, 1)], [dataset({ id: 1 })]))
  expect(outcome.evidence.map((row) => row.condition_id)).toEqual([conditionId(0), conditionId(1)])
})

test('what the service observed is evidence of its condition', () => {
  const url = 'https://example.com/report'
  const at = '2026-01-01T00:00:00.500Z'
  const outcome = evaluateRun(
    run([condition({ checker: 'http_status', url })], [], units(2), {
      observations: [
        {
          evidenceId: 'ev_000000000000000000000009',
          conditionId: conditionId(0),
          observedAt: at,
          receivedAt: at,
          observations: [{ url, final_url: url, status: 200, failure: null, at }],
        },
      ],
    }),
  )
  expect(outcome).toMatchObject({ result: 'pass', accepted: 2, earnedCents: 100 })
  expect(outcome.evidence).toMatchObject([
    {
      evidence_id: 'ev_000000000000000000000009',
      type: 'url',
      provenance: 'service_fetched',
      status: 'present',
    },
  ])
  expect(outcome.conditionResults[0]?.evidence_refs).toEqual(['ev_000000000000000000000009'])
})
