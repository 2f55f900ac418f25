import { nodeSuite } from '@outturn/canonical/node'
import { describe, expect, test } from 'vitest'
import { parseKeyDocument } from '../keys/trust-set.ts'
import { leafOf, logKey, logOrigin, proofText } from '../log/log.fixture.ts'
import { formatVerifierKey } from '../log/verifier-key.ts'
import { altered, golden, reissued, statusAnswer } from '../receipt/golden.fixture.ts'
import type { ConditionResult, EvidenceRow } from '../receipt/outcome-receipt.ts'
import { type OutcomePolicy, PolicyError } from './outcome-policy.ts'
import { policyReasons, requireOutcome } from './require-outcome.ts'

const { receipt } = golden
const [row] = receipt.evidence as [EvidenceRow]
const [condition] = receipt.condition_results as [ConditionResult]
const demo_log = { origin: logOrigin, vkey: formatVerifierKey(logKey) }
const trustSet = parseKeyDocument({ ...golden.keys, demo_log })
const now = new Date('2026-01-01T01:00:01.000Z')
const online = statusAnswer()
const { unit_results: _, ...whole } = reissued({
  units: null,
  result: 'pass',
  condition_results: [{ ...condition, result: 'pass' }],
  amounts: { ...receipt.amounts, earned: receipt.amounts.committed },
})

function reasonsOf(policy: unknown, candidate: unknown = receipt, status?: unknown) {
  const options = { trustSet, environment: 'demo' as const, now, status, suite: nodeSuite }
  const { ok, reasons } = requireOutcome(candidate, policy as OutcomePolicy, options)
  expect(ok).toBe(reasons.length === 0)
  return reasons
}

// The golden receipt: partial, 2 of 3 units, earned 1.00 of 1.50, issued an hour ago.
test.each<[OutcomePolicy, OutcomePolicy, string]>([
  [{ minimum_status: 'partial' }, { minimum_status: 'pass' }, 'minimum_status_not_met'],
  [{ min_accepted_units: 2 }, { min_accepted_units: 3 }, 'min_accepted_units_not_met'],
  [{ min_accepted_ratio_bp: 6666 }, { min_accepted_ratio_bp: 6667 }, 'min_accepted_ratio_not_met'],
  [{ min_earned: '1' }, { min_earned: '1.000000000000000001' }, 'min_earned_not_met'],
  [{ max_age_seconds: 3600 }, { max_age_seconds: 3599 }, 'max_age_exceeded'],
  [{ acceptance_mode: 'unilateral' }, { acceptance_mode: 'bilateral' }, 'acceptance_mode_mismatch'],
  [{ conditions: {} }, { conditions: { [condition.condition_id]: 'pass' } }, 'condition_not_passed'],
  [{ require_log: false }, { require_log: true }, 'log_proof_required'],
  [{ require_status: false }, { require_status: true }, 'status_required'],
  [{ environment: 'demo' }, { environment: 'production' }, 'environment_mismatch'],
  [{ spool_id: receipt.agreement.spool_id }, { spool_id: `spl_${'9'.repeat(24)}` }, 'spool_id_mismatch'],
  [
    { agreement_hash: receipt.agreement.agreement_hash },
    { agreement_hash: '9'.repeat(64) },
    'agreement_hash_mismatch',
  ],
  [{ payer: 'example:party:1' }, { payer: 'example:party:2' }, 'payer_mismatch'],
  [{ provider: 'example:party:2' }, { provider: 'example:party:1' }, 'provider_mismatch'],
  [{ issuer: 'https://example.com' }, { issuer: 'https://example.org' }, 'issuer_mismatch'],
])('%j is met and %j is not', (met, unmet, reason) => {
  expect(reasonsOf(met)).toEqual([])
  expect(reasonsOf(unmet)).toEqual([reason])
})

test('all that is demanded is judged, and the reasons have a fixed order', () => {
  const policy = {
    require_status: true,
    conditions: { [condition.condition_id]: 'pass' },
    min_earned: '2',
    minimum_status: 'pass',
  } as const
  expect(reasonsOf(policy)).toEqual([
    'minimum_status_not_met',
    'min_earned_not_met',
    'condition_not_passed',
    'status_required',
  ])
  const { checks } = requireOutcome(receipt, policy, {
    trustSet,
    environment: 'demo',
    now,
    suite: nodeSuite,
  })
  expect(checks.map(({ name }) => name)).toEqual([
    'minimum_status',
    'min_earned',
    'conditions',
    'require_status',
  ])
  expect(policyReasons).toHaveLength(16)
})

test('a receipt without units is one unit, accepted or not', () => {
  const all = { min_accepted_units: 1, min_accepted_ratio_bp: 10_000, minimum_status: 'pass' } as const
  expect(reasonsOf(all, whole)).toEqual([])
  expect(reasonsOf({ min_accepted_units: 2 }, whole)).toEqual(['min_accepted_units_not_met'])
  const { unit_results: __, ...failed } = reissued({
    units: null,
    result: 'fail',
    condition_results: [{ ...condition, result: 'fail' }],
    amounts: { ...receipt.amounts, earned: '0.00' },
  })
  expect(reasonsOf(all, failed)).toEqual([
    'minimum_status_not_met',
    'min_accepted_units_not_met',
    'min_accepted_ratio_not_met',
  ])
})

test('evidence that is not present leaves the requirements unsatisfied', () => {
  const policy = { evidence_requirements: 'satisfied' } as const
  expect(reasonsOf(policy)).toEqual([])
  const stale = reissued({ evidence: [row, { ...row, status: 'stale' }] })
  expect(reasonsOf(policy, stale)).toEqual(['evidence_requirements_not_satisfied'])
})

test('a condition has passed when it is in the receipt and passed there every time', () => {
  const { condition_id: id } = condition
  const policy = { conditions: { [id]: 'pass' } } as const
  expect(reasonsOf(policy, whole)).toEqual([])
  const other = { conditions: { ...policy.conditions, cond_00000000000000000000ffff: 'pass' } }
  expect(reasonsOf(other, whole)).toEqual(['condition_not_passed'])
  const twice = [
    { ...condition, result: 'pass' as const },
    { ...condition, result: 'fail' as const, requirement: 'optional' as const },
  ]
  const amounts = { ...receipt.amounts, earned: receipt.amounts.committed }
  const { unit_results: __, ...both } = reissued({
    units: null,
    result: 'pass',
    condition_results: twice,
    amounts,
  })
  expect(reasonsOf(policy, both)).toEqual(['condition_not_passed'])
})

test('a receipt that is dated ahead of the clock has no known age', () => {
  const ahead = (issued_at: string) => reasonsOf({ max_age_seconds: 3600 }, reissued({ issued_at }))
  expect(ahead('2026-01-01T01:01:01.000Z')).toEqual([])
  expect(ahead('2026-01-01T01:01:01.001Z')).toEqual(['max_age_exceeded'])
})

test('a proof of the log that holds is one, and no other is', () => {
  const policy = { require_log: true }
  const log_proof = proofText(['a', leafOf(receipt)], 1)
  expect(reasonsOf(policy, altered({ log_proof }))).toEqual([])
  const ofOther = proofText(['a', leafOf(receipt)], 0)
  expect(reasonsOf(policy, altered({ log_proof: ofOther }))).toEqual(['log_proof_required'])
})

test('a fresh status is demanded, not just any', () => {
  const policy = { require_status: true }
  expect(reasonsOf(policy, receipt, online)).toEqual([])
  const old = statusAnswer('active', { expires_at: '2026-01-01T01:00:00.000Z' })
  expect(reasonsOf(policy, receipt, old)).toEqual(['status_required'])
  expect(reasonsOf(policy, receipt, { ...online, status_proof: null })).toEqual(['status_required'])
})

describe('an invalid receipt is never enough', () => {
  test.each<[string, unknown, string[]]>([
    [
      'tampered with',
      altered({ nonce: 'n_000000000000000000000002' }),
      ['receipt_id_mismatch', 'invalid_signature'],
    ],
    ['malformed', {}, ['malformed_receipt', 'unknown_schema', 'environment_mismatch']],
    ['nothing', undefined, ['malformed_receipt']],
  ])('%s', (__, candidate, reasons) => {
    expect(
      requireOutcome(candidate, { environment: 'demo' }, { trustSet, now, suite: nodeSuite }),
    ).toMatchObject({
      ok: false,
      reasons,
      checks: [],
    })
  })

  test('revoked, whatever the policy says', () => {
    expect(reasonsOf({ require_status: false }, receipt, statusAnswer('revoked'))).toEqual(['revoked'])
  })
})

test.each<[unknown, string]>([
  [{ min_acepted_units: 1 }, 'min_acepted_units'],
  [{ minimum_status: 'fail' }, 'minimum_status'],
  [{ min_accepted_units: -1 }, 'min_accepted_units'],
  [{ min_accepted_units: '1' }, 'min_accepted_units'],
  [{ min_accepted_ratio_bp: 10_001 }, 'min_accepted_ratio_bp'],
  [{ min_earned: 1 }, 'min_earned'],
  [{ min_earned: '-1' }, 'min_earned'],
  [{ evidence_requirements: 'any' }, 'evidence_requirements'],
  [{ max_age_seconds: 0.5 }, 'max_age_seconds'],
  [{ acceptance_mode: null }, 'acceptance_mode'],
  [{ conditions: { cond_1: 'pass' } }, 'cond_1'],
  [{ conditions: { [condition.condition_id]: 'fail' } }, condition.condition_id],
  [{ require_log: 'yes' }, 'require_log'],
  [{ require_status: 1 }, 'require_status'],
  [[], 'object'],
  [null, 'object'],
])('the policy %j is refused before anything is judged', (policy, member) => {
  expect(() => reasonsOf(policy)).toThrow(PolicyError)
  expect(() => reasonsOf(policy)).toThrow(member)
})
