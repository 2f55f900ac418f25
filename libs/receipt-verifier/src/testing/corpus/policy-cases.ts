import type { PolicyReason } from '../../policy/policy-rules.ts'
import { issueReceipt, statusProofOf } from '../issue-receipt.ts'
import { keyDocuments } from '../issuers.ts'
import { loggedProof } from '../log-proofs.ts'
import { type DraftReceipt, sampleReceipt } from '../sample-receipt.ts'
import { SeededRandom } from '../seeded-random.ts'
import { activeStatus, statusAnswer } from './answers.ts'
import { type CorpusCase, unusableCase, verdictCase } from './corpus-case.ts'

const random = new SeededRandom('policies')
const partly = sampleReceipt(random, { environment: 'production', units: 3, result: 'partial' })
const failed = sampleReceipt(random, { environment: 'production', units: 0, result: 'fail' })
const passed = sampleReceipt(random, { environment: 'production', units: 0, result: 'pass' })

const conditionId = `cond_${'1'.repeat(24)}`
const optionalId = `cond_${'2'.repeat(24)}`
const [someCondition] = passed.body.condition_results
const [someLeaf] = partly.leaves ?? []
if (!someCondition || !someLeaf) throw new Error('The samples have a condition and a unit.')

const condition = { ...someCondition, condition_id: conditionId, evidence_refs: [] }
const row = {
  evidence_id: `ev_${'1'.repeat(24)}`,
  condition_id: conditionId,
  status: 'present' as const,
  type: 'dataset',
  claim_class: 'artifact_state',
  provenance: 'uploaded_json',
  content_digest: null,
  observed_at: null,
  received_at: null,
}
const amounts = { earned: '1.00', committed: '1.50', asset: 'USD', decimals: 2 }
const leaves = (['pass', 'fail', 'pass'] as const).map((result, index) => ({
  ...someLeaf,
  unit: index + 1,
  result,
}))

/** Two of three units accepted, 1.00 of 1.50 earned, issued an hour before the time of the cases. */
const twoOfThree = issueReceipt({
  body: {
    ...partly.body,
    agreement: {
      ...partly.body.agreement,
      acceptance: { mode: 'unilateral', provider_accepted_in_spoolis: false, accepted_by: 'initiator' },
    },
    evidence: [row],
    condition_results: [
      { ...condition, requirement: 'mandatory', result: 'partial' },
      { ...condition, condition_id: optionalId, requirement: 'optional', result: 'pass' },
    ],
    units: {
      total: 3,
      accepted: 2,
      rejected: 1,
      uncertain: 0,
      earning_rule: { type: 'per_unit', unit_amount: '0.50' },
      rejection_summary: [],
      unit_results_digest: '',
    },
    amounts,
  },
  leaves,
})
const whole = (draft: DraftReceipt, earned: string) =>
  issueReceipt({ ...draft, body: { ...draft.body, amounts: { ...amounts, earned } } })
const staleEvidence = issueReceipt({
  ...passed,
  body: { ...passed.body, evidence: [row, { ...row, status: 'stale' }] },
})
const twice = issueReceipt({
  ...passed,
  body: {
    ...passed.body,
    condition_results: [
      { ...condition, requirement: 'mandatory', result: 'pass' },
      { ...condition, requirement: 'optional', result: 'fail' },
    ],
  },
})

const judged: readonly [policy: object, reasons: readonly PolicyReason[]][] = [
  [{}, []],
  [{ minimum_status: 'partial' }, []],
  [{ minimum_status: 'pass' }, ['minimum_status_not_met']],
  [{ min_accepted_units: 0 }, []],
  [{ min_accepted_units: 2 }, []],
  [{ min_accepted_units: 3 }, ['min_accepted_units_not_met']],
  [{ min_accepted_units: 2 ** 53 - 1 }, ['min_accepted_units_not_met']],
  [{ min_accepted_ratio_bp: 0 }, []],
  [{ min_accepted_ratio_bp: 6666 }, []],
  [{ min_accepted_ratio_bp: 6667 }, ['min_accepted_ratio_not_met']],
  [{ min_accepted_ratio_bp: 10_000 }, ['min_accepted_ratio_not_met']],
  [{ min_earned: '0' }, []],
  [{ min_earned: '1' }, []],
  [{ min_earned: '1.000' }, []],
  [{ min_earned: '1.000000000000000001' }, ['min_earned_not_met']],
  [{ min_earned: '9'.repeat(30) }, ['min_earned_not_met']],
  [{ evidence_requirements: 'satisfied' }, []],
  [{ max_age_seconds: 3600 }, []],
  [{ max_age_seconds: 3599 }, ['max_age_exceeded']],
  [{ max_age_seconds: 2 ** 53 - 1 }, []],
  [{ acceptance_mode: 'unilateral' }, []],
  [{ acceptance_mode: 'bilateral' }, ['acceptance_mode_mismatch']],
  [{ conditions: {} }, []],
  [{ conditions: { [optionalId]: 'pass' } }, []],
  [{ conditions: { [conditionId]: 'pass' } }, ['condition_not_passed']],
  [{ conditions: { [`cond_${'3'.repeat(24)}`]: 'pass' } }, ['condition_not_passed']],
  [{ require_log: false, require_status: false }, []],
  [{ require_log: true }, ['log_proof_required']],
  [{ environment: 'production' }, []],
  [{ spool_id: twoOfThree.agreement.spool_id }, []],
  [{ spool_id: `spl_${'0'.repeat(24)}` }, ['spool_id_mismatch']],
  [{ agreement_hash: twoOfThree.agreement.agreement_hash }, []],
  [{ agreement_hash: '0'.repeat(64) }, ['agreement_hash_mismatch']],
  [{ payer: twoOfThree.actors.payer.subject, provider: twoOfThree.actors.provider.subject }, []],
  [{ payer: twoOfThree.actors.provider.subject }, ['payer_mismatch']],
  [{ provider: twoOfThree.actors.payer.subject }, ['provider_mismatch']],
  [{ issuer: 'https://sample.example' }, []],
  [{ issuer: 'https://sample.example/' }, ['issuer_mismatch']],
  [{ require_status: true }, ['status_required']],
  [
    { require_status: true, min_earned: '2', minimum_status: 'pass', max_age_seconds: 0, require_log: true },
    [
      'minimum_status_not_met',
      'min_earned_not_met',
      'max_age_exceeded',
      'log_proof_required',
      'status_required',
    ],
  ],
]

const refused: readonly unknown[] = [
  { min_acepted_units: 1 },
  { minimum_status: 'fail' },
  { minimum_status: null },
  { min_accepted_units: -1 },
  { min_accepted_units: 1.5 },
  { min_accepted_units: '1' },
  { min_accepted_units: true },
  { min_accepted_ratio_bp: 10_001 },
  { min_earned: 1 },
  { min_earned: '-1' },
  { min_earned: '1e2' },
  { min_earned: '1\n' },
  { evidence_requirements: 'some' },
  { max_age_seconds: -1 },
  { acceptance_mode: 'any' },
  { conditions: { cond_1: 'pass' } },
  { conditions: { [`${conditionId}\n`]: 'pass' } },
  { conditions: { [conditionId]: 'partial' } },
  { conditions: [] },
  { require_log: 'yes' },
  { require_status: 1 },
  { environment: 'staging' },
  { spool_id: 'spl_1' },
  { agreement_hash: `sha256:${'0'.repeat(64)}` },
  { payer: '' },
  { issuer: null },
  [],
  null,
  'pass',
]

/** Valid receipts before policies that they meet or not, invalid ones, and policies that cannot be applied. */
export function policyCases(): CorpusCase[] {
  const strict = {
    minimum_status: 'pass',
    min_accepted_units: 1,
    min_accepted_ratio_bp: 10_000,
    min_earned: '1.50',
  }
  return [
    ...judged.map(([policy, policyReasons]) => policyCase(policy, { receipt: twoOfThree }, policyReasons)),
    ...refused.map((policy) =>
      unusableCase(
        `policy that is none: ${JSON.stringify(policy)}`,
        { receipt: {}, keys: 'main', policy },
        { unusable: 'policy' },
      ),
    ),
    policyCase(strict, { receipt: whole(passed, '1.50') }, [], 'no units, passed'),
    policyCase(
      strict,
      { receipt: whole(failed, '0.00') },
      [
        'minimum_status_not_met',
        'min_accepted_units_not_met',
        'min_accepted_ratio_not_met',
        'min_earned_not_met',
      ],
      'no units, failed',
    ),
    policyCase(
      { evidence_requirements: 'satisfied' },
      { receipt: staleEvidence },
      ['evidence_requirements_not_satisfied'],
      'stale evidence',
    ),
    policyCase(
      { conditions: { [conditionId]: 'pass' } },
      { receipt: twice },
      ['condition_not_passed'],
      'named twice',
    ),
    ...statusPolicies(),
    ...logPolicies(),
    ...agePolicies(),
    ...environmentPolicies(),
    verdictCase(
      'policy: met by a receipt that is invalid',
      {
        receipt: { ...twoOfThree, nonce: `n_${'0'.repeat(24)}` },
        keys: 'main',
        policy: { minimum_status: 'partial' },
      },
      { reasons: ['receipt_id_mismatch', 'invalid_signature'] },
    ),
    verdictCase(
      'policy: before something that is no receipt',
      { receipt: {}, keys: 'main', policy: {} },
      { reasons: ['malformed_receipt', 'unknown_schema', 'environment_mismatch'] },
    ),
    verdictCase(
      'policy: met by a receipt that was revoked',
      {
        receipt: twoOfThree,
        keys: 'main',
        status: statusAnswer(twoOfThree, { status: 'revoked' }),
        policy: {},
      },
      { reasons: ['revoked'] },
    ),
  ]
}

type Given = Omit<Parameters<typeof verdictCase>[1], 'keys' | 'policy'> & Partial<Pick<CorpusCase, 'keys'>>

function policyCase(
  policy: object,
  given: Given,
  policyReasons: readonly PolicyReason[],
  note = '',
): CorpusCase {
  const name = `policy: ${JSON.stringify(policy)}${note && `, ${note}`}`
  return verdictCase(name, { keys: 'main', ...given, policy }, { policyReasons })
}

function statusPolicies(): CorpusCase[] {
  const policy = { require_status: true }
  const past = { issued_at: '2025-12-30T00:00:00.000Z', expires_at: '2025-12-31T00:00:00.000Z' }
  const stale = statusAnswer(twoOfThree, {}, past)
  const unsigned = statusAnswer(twoOfThree, { status_proof: null })
  const proven = { ...twoOfThree, status_proof: statusProofOf(twoOfThree) }
  return [
    policyCase(policy, { receipt: twoOfThree, status: activeStatus(twoOfThree) }, [], 'a fresh status'),
    verdictCase(
      'policy: {"require_status":true}, a stale status',
      { receipt: twoOfThree, keys: 'main', status: stale, policy },
      { advisories: ['status_stale'], policyReasons: ['status_required'] },
    ),
    verdictCase(
      'policy: {"require_status":true}, a status that is not signed',
      { receipt: twoOfThree, keys: 'main', status: unsigned, policy },
      { advisories: ['status_source_unavailable'], policyReasons: ['status_required'] },
    ),
    verdictCase(
      'policy: {"require_status":true}, a signed statement',
      { receipt: proven, keys: 'main', policy },
      { advisories: [] },
    ),
  ]
}

/** A policy that names an environment asks for it, unless the caller asks for another. */
function environmentPolicies(): CorpusCase[] {
  const demo = issueReceipt({ ...passed, body: { ...passed.body, environment: 'demo' } })
  return [
    policyCase({ environment: 'demo' }, { text: JSON.stringify(demo) }, [], 'a demonstration'),
    verdictCase(
      'policy: {"environment":"demo"}, a receipt of production',
      { receipt: twoOfThree, keys: 'main', policy: { environment: 'demo' } },
      { reasons: ['environment_mismatch'] },
    ),
    policyCase(
      { environment: 'demo' },
      { receipt: twoOfThree, environment: 'production' },
      ['environment_mismatch'],
      'where production is asked for',
    ),
    verdictCase(
      'policy: {}, a demonstration',
      { text: JSON.stringify(demo), keys: 'main', policy: {} },
      { reasons: ['environment_mismatch'] },
    ),
    policyCase(
      { issuer: 'https://sample.example' },
      { receipt: twoOfThree, keys: { ...keyDocuments.main, issuer: undefined } },
      ['issuer_mismatch'],
      'keys of an issuer without a name',
    ),
  ]
}

function logPolicies(): CorpusCase[] {
  const policy = { require_log: true }
  const status = activeStatus(twoOfThree)
  const logged = (index: number) => ({ ...twoOfThree, log_proof: loggedProof(twoOfThree, { index }) })
  return [
    verdictCase(
      'policy: {"require_log":true}, with a proof that holds',
      { receipt: logged(1), keys: 'logged', status, policy },
      { log_inclusion: 'included' },
    ),
    verdictCase(
      'policy: {"require_log":true}, with a proof that does not hold',
      { receipt: logged(2), keys: 'logged', status, policy },
      { log_inclusion: 'invalid', advisories: ['log_proof_invalid'], policyReasons: ['log_proof_required'] },
    ),
    verdictCase(
      'policy: {"require_log":true}, with a proof that nothing is known to check by',
      { receipt: logged(1), keys: 'main', status, policy },
      { policyReasons: ['log_proof_required'] },
    ),
  ]
}

function agePolicies(): CorpusCase[] {
  const ages: readonly [now: string, maximum: number, reasons: readonly PolicyReason[]][] = [
    ['2026-01-01T00:00:10.000Z', 10, []],
    ['2026-01-01T00:00:10.001Z', 10, ['max_age_exceeded']],
    ['2025-12-31T23:59:00.000Z', 10, []],
    ['2025-12-31T23:58:59.999Z', 10, ['max_age_exceeded']],
    ['2026-01-01T00:00:00.000Z', 0, []],
  ]
  return ages.map(([now, max_age_seconds, reasons]) =>
    policyCase({ max_age_seconds }, { receipt: twoOfThree, now }, reasons, `at ${now}`),
  )
}
