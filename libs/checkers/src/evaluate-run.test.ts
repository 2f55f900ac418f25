import { expect, test } from 'vitest'
import { evaluateRun } from './evaluate-run.ts'
import { compilePlan } from './plan.ts'
import type { RunInput } from './run-input.ts'

const conditionId = 'cond_000000000000000000000001'

const golden: RunInput = {
  slug: 'example',
  runId: 'vr_000000000000000000000001',
  plan: compilePlan({
    conditions: [
      {
        condition_id: conditionId,
        required: true,
        verification_method: 'deterministic',
        check: { checker: 'completeness', required_fields: ['email'] },
        evidence_requirements: [],
      },
    ],
    unitization: { total_units: 3, unit_amount_cents: 50 },
    value: { amount_cents: 150, currency: 'USD' },
  }),
  evidence: [
    {
      id: 'ev_000000000000000000000001',
      conditionId,
      type: 'dataset',
      source: 'upload',
      claimClass: 'artifact_state',
      provenance: 'uploaded_json',
      onBehalfOf: 'provider',
      contentDigest: '4f5107b74e9af481a15890164aab440aafcfce676692c2d528e1d12581be26d7',
      observedAt: null,
      receivedAt: '2026-01-01T00:00:00.000Z',
      content: {
        kind: 'rows',
        rows: [{ email: 'a@example.com' }, { email: '' }, { email: 'c@example.com' }],
      },
    },
  ],
  observations: [],
  spoolSalt: new Uint8Array(32).fill(7),
  evaluatedAt: '2026-01-01T00:00:01.000Z',
}

test('the golden run gives the published hashes, leaves and amounts', () => {
  const outcome = evaluateRun(golden)
  expect(outcome).toMatchObject({
    planHash: 'ee65ce377e809274a0e0281fa123700d6404255db4ca1f9d3d4b059b58c2f548',
    runDigest: 'bb15f2109787136fbf043e3ad5f0685a61cf9e8a17263f80edbd25d3f1736263',
    evidenceRoot: '1784dbc1ad29b0ee4a4c7f73d239e6d9a6bf1d012daef6ee1669a7a73b3854b2',
    result: 'partial',
    amounts: { earned: '1.00', committed: '1.50', asset: 'USD', decimals: 2 },
    earnedCents: 100,
    accepted: 2,
    rejected: 1,
    uncertain: 0,
    rejections: [{ unit: 2, reason: 'missing_field:email' }],
    rejectionsTruncated: false,
  })
  expect(outcome.conditionResults[0]).toMatchObject({
    result: 'partial',
    verifier_id: 'checker.completeness',
    verifier_version: '1.0.0',
    evidence_refs: ['ev_000000000000000000000001'],
    reason: '1 of 3 rows is missing email',
  })
  expect(outcome.units?.unit_results_digest).toBe(
    '1f8b91c4bf19bb4709c74caa2caae06736bcf8d1a1f8220c7098a611bf1543e9',
  )
  expect(outcome.unitResults?.[1]).toEqual({
    unit: 2,
    result: 'fail',
    reasons: [{ condition_id: conditionId, code: 'missing_field', field: 'email' }],
    salt: 'V_2Z2d5TQJY3WSF-5lj24Q',
  })
})
