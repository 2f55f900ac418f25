import { merkleInclusionProof, toBase64Url, toHex } from '@outturn/canonical'
import { createEd25519Signer, nodeSuite } from '@outturn/canonical/node'
import { describe, expect, test } from 'vitest'
import { parseKeyDocument } from '../keys/trust-set.ts'
import { unitLeafText } from '../preimages/unit-results.ts'
import { altered, golden, keysWith, reissued, resigned, statusAnswer } from './golden.fixture.ts'
import type { ConditionResult, OutcomeReceipt, UnitCounts } from './outcome-receipt.ts'
import { receiptReasons } from './receipt-checks.ts'
import { type VerifyReceiptOptions, verifyOutcomeReceipt } from './verify-outcome-receipt.ts'

const { receipt } = golden
const units = receipt.units as UnitCounts
const leaves = receipt.unit_results ?? []
const condition = receipt.condition_results[0] as ConditionResult
const trustSet = parseKeyDocument(golden.keys)
const now = new Date('2026-01-01T01:00:00.000Z')
const active = statusAnswer()

function verify(candidate: unknown, options: Partial<VerifyReceiptOptions> = {}) {
  return verifyOutcomeReceipt(candidate, { trustSet, now, environment: 'demo', suite: nodeSuite, ...options })
}

const reasonsOf = (candidate: unknown, options?: Partial<VerifyReceiptOptions>) =>
  verify(candidate, options).reasons

describe('a receipt as it was issued', () => {
  test('is valid, by the portable and by the native suite alike', () => {
    const verdict = verify(receipt, { environment: 'demo', status: active })
    expect(verdict).toMatchObject({ valid: true, signature_valid: true, policy_valid: true })
    expect(verdict.reasons).toEqual([])
    expect(verdict.advisories).toEqual([])
    expect(verdict.checks.every(({ status }) => status === 'ok')).toBe(true)
    expect(verdict).toMatchObject({ receipt_id: receipt.id, result: 'partial', environment: 'demo' })
    expect(verifyOutcomeReceipt(receipt, { trustSet, now, environment: 'demo', status: active })).toEqual(
      verdict,
    )
  })

  test('lists every check in the order of the reasons', () => {
    expect(verify(receipt).checks.map(({ reason }) => reason)).toEqual(receiptReasons)
  })

  test('stays valid without its detachable unit results', () => {
    const { unit_results: _, ...stripped } = receipt
    expect(reasonsOf(stripped)).toEqual([])
  })

  test('stays valid whatever the order of its members', () => {
    expect(reasonsOf(Object.fromEntries(Object.entries(receipt).toReversed()))).toEqual([])
  })
})

// What a reader sees who changed one thing on the way: the reason of that check, and of the id and signature that bind it.
describe('a receipt changed after it was signed', () => {
  const tampered = ['receipt_id_mismatch', 'invalid_signature']
  const inRun = ['receipt_id_mismatch', 'invalid_run_digest', 'invalid_signature']

  test.each<[string, Record<string, unknown>, readonly string[]]>([
    ['issued_at', { issued_at: '2026-01-01T00:00:02.000Z' }, tampered],
    ['nonce', { nonce: 'n_000000000000000000000002' }, tampered],
    ['a payer', { actors: { ...receipt.actors, payer: { subject: 'x', kind: 'agent' } } }, tampered],
    [
      'the environment',
      { environment: 'production' },
      ['environment_mismatch', 'receipt_id_mismatch', 'untrusted_signing_key'],
    ],
    ['the schema', { schema: 'other/outcome-receipt@1' }, ['unknown_schema', ...inRun]],
    ['the id', { id: 'ocr_000000000000000000000000' }, tampered],
    [
      'the run id',
      { verification: { ...receipt.verification, run_id: 'vr_000000000000000000000002' } },
      inRun,
    ],
    ['the run digest', { verification: { ...receipt.verification, run_digest: '0'.repeat(64) } }, inRun],
    [
      'the evidence root',
      { evidence_root: '0'.repeat(64) },
      ['receipt_id_mismatch', 'invalid_evidence_root', 'invalid_run_digest', 'invalid_signature'],
    ],
    [
      'an evidence row',
      { evidence: [{ ...receipt.evidence[0], provenance: 'service_fetched' }] },
      ['receipt_id_mismatch', 'invalid_evidence_root', 'invalid_signature'],
    ],
    [
      'the agreement hash',
      { agreement: { ...receipt.agreement, agreement_hash: 'a'.repeat(63) } },
      ['receipt_id_mismatch', 'invalid_agreement_hash', 'invalid_signature'],
    ],
    [
      'the earned amount',
      { amounts: { ...receipt.amounts, earned: '9.00' } },
      [
        'receipt_id_mismatch',
        'invalid_run_digest',
        'earned_exceeds_committed',
        'earned_amount_mismatch',
        'invalid_signature',
      ],
    ],
    [
      'the result',
      { result: 'pass' },
      ['receipt_id_mismatch', 'invalid_run_digest', 'aggregation_inconsistent', 'invalid_signature'],
    ],
    [
      'a unit result',
      { unit_results: leaves.with(1, { ...leaves[1], reasons: [] } as never) },
      ['invalid_run_digest'],
    ],
    ['the signature', { signature: receipt.signature.replace('3', '4') }, ['invalid_signature']],
    [
      'the spelling of the signature',
      { signature: `${receipt.signature.slice(0, -1)}B` },
      ['invalid_signature'],
    ],
    ['the length of the signature', { signature: receipt.signature.slice(1) }, ['invalid_signature']],
    ['the key id', { signing_key_id: '0'.repeat(64) }, ['signing_key_id_mismatch', 'untrusted_signing_key']],
  ])('%s', (_, change, reasons) => {
    const verdict = verify(altered(change))
    expect(verdict.reasons).toEqual(reasons)
    expect(verdict.valid).toBe(false)
  })
})

describe('each reason alone', () => {
  test('malformed_receipt', () => {
    const verdict = verify(altered({ units: undefined }))
    expect(verdict.reasons).toEqual(['malformed_receipt'])
    expect(verdict).toMatchObject({
      valid: false,
      signature_valid: false,
      policy_valid: false,
      receipt_id: null,
    })
    expect(verdict.checks[3]).toMatchObject({ name: 'receipt_id', status: 'not_checked' })
  })

  test('unknown_schema: another service, another version, or not one of those asked for', () => {
    const ofOther = { ...golden.keys, schema: 'other/key-document@1' }
    expect(reasonsOf(receipt, { trustSet: parseKeyDocument(ofOther) })).toEqual(['unknown_schema'])
    expect(reasonsOf(receipt, { schemas: ['example/outcome-receipt@2'] })).toEqual(['unknown_schema'])
    expect(reasonsOf({ schema: 'example/outcome-receipt@2' })).toEqual([
      'malformed_receipt',
      'unknown_schema',
      'environment_mismatch',
    ])
  })

  test('environment_mismatch', () => {
    expect(verifyOutcomeReceipt(receipt, { trustSet, now }).reasons).toEqual(['environment_mismatch'])
    expect(reasonsOf(receipt, { environment: 'production' })).toEqual(['environment_mismatch'])
    expect(reasonsOf({ environment: 'demo' }, { environment: 'production' })).toEqual([
      'malformed_receipt',
      'unknown_schema',
      'environment_mismatch',
    ])
  })

  test('invalid_evidence_root', () => {
    const wrong = reissued({})
    const evidence = [{ ...wrong.evidence[0], type: 'text' }] as OutcomeReceipt['evidence']
    expect(reasonsOf(resigned({ ...wrong, evidence }))).toEqual(['invalid_evidence_root'])
  })

  test('invalid_run_digest', () => {
    const verification = { ...receipt.verification, attempt: 2 }
    expect(reasonsOf(resigned({ ...receipt, verification }))).toEqual([])
    const otherPlan = { ...receipt.verification, plan_hash: 'b'.repeat(64) }
    expect(reasonsOf(resigned({ ...receipt, verification: otherPlan }))).toEqual(['invalid_run_digest'])
  })

  test('invalid_agreement_hash: another agreement than the one that was given', () => {
    expect(reasonsOf(receipt, { agreement: golden.agreement })).toEqual([])
    const others = [
      { ...golden.agreement, terms: [] },
      { ...golden.agreement, agreement_version: 2 },
      { ...golden.agreement, deliverable: { at: Number.NaN } },
    ]
    for (const agreement of others)
      expect(reasonsOf(receipt, { agreement })).toEqual(['invalid_agreement_hash'])
  })

  test('invalid_agreement_hash: the hash is of the given agreement, but the receipt names another version or Spool', () => {
    for (const change of [{ agreement_version: 2 }, { spool_id: 'spl_000000000000000000000002' }]) {
      const issued = reissued({ agreement: { ...receipt.agreement, ...change } })
      expect(reasonsOf(issued)).toEqual([])
      expect(reasonsOf(issued, { agreement: golden.agreement })).toEqual(['invalid_agreement_hash'])
    }
  })

  test('earned_exceeds_committed: always together with the arithmetic, which cannot come to more', () => {
    const amounts = { ...receipt.amounts, committed: '0.50' }
    expect(reasonsOf(reissued({ amounts }))).toEqual(['earned_exceeds_committed', 'earned_amount_mismatch'])
  })

  test('earned_amount_mismatch: by units, and all or nothing without them', () => {
    expect(reasonsOf(reissued({ amounts: { ...receipt.amounts, earned: '1.49' } }))).toEqual([
      'earned_amount_mismatch',
    ])
    expect(reasonsOf(reissued({ amounts: { ...receipt.amounts, committed: '1.60' } }))).toEqual([
      'earned_amount_mismatch',
    ])
    const { unit_results: _, ...whole } = reissued({ units: null, result: 'fail' })
    expect(reasonsOf(whole)).toEqual(['earned_amount_mismatch'])
    const { unit_results: __, ...nothing } = reissued({
      units: null,
      result: 'fail',
      amounts: { ...receipt.amounts, earned: '0.00' },
    })
    expect(reasonsOf(nothing)).toEqual([])
  })

  test('signing_key_id_mismatch: the key document holds another key under the id', () => {
    const stranger = createEd25519Signer(new Uint8Array(32).fill(9))
    const keys = keysWith({ public_key: toBase64Url(stranger.publicKey) })
    const forged = { ...resigned(receipt, stranger), signing_key_id: receipt.signing_key_id }
    expect(reasonsOf(forged, { trustSet: parseKeyDocument(keys) })).toEqual(['signing_key_id_mismatch'])
  })

  test('untrusted_signing_key: a stranger, and a revoked key', () => {
    const stranger = createEd25519Signer(new Uint8Array(32).fill(9))
    const verdict = verify(resigned(receipt, stranger))
    expect(verdict.reasons).toEqual(['untrusted_signing_key'])
    expect(verdict.signature_valid).toBe(false)
    const trustSetWithRevoked = parseKeyDocument(keysWith({ status: 'revoked' }))
    expect(reasonsOf(receipt, { trustSet: trustSetWithRevoked })).toEqual(['untrusted_signing_key'])
  })

  test('invalid_signature', () => {
    const other = resigned({ ...receipt, nonce: 'n_000000000000000000000002' })
    expect(reasonsOf({ ...receipt, signature: other.signature })).toEqual(['invalid_signature'])
  })

  test.each(['corrected', 'revoked'] as const)(
    '%s: the signature stays good and the policy does not',
    (status) => {
      const verdict = verify(receipt, { status: statusAnswer(status) })
      expect(verdict.reasons).toEqual([status])
      expect(verdict).toMatchObject({ valid: false, signature_valid: true, policy_valid: false })
    },
  )
})

describe('aggregation_inconsistent', () => {
  const mandatory = (...results: ConditionResult['result'][]) =>
    results.map((result): ConditionResult => ({ ...condition, result }))
  const wholeAmounts = { ...receipt.amounts, earned: '0.00' }

  function whole(result: OutcomeReceipt['result'], conditions: readonly ConditionResult[]) {
    const amounts = result === 'pass' ? { ...wholeAmounts, earned: wholeAmounts.committed } : wholeAmounts
    const { unit_results: _, ...issued } = reissued({
      units: null,
      result,
      condition_results: conditions,
      amounts,
    })
    return reasonsOf(issued)
  }

  test.each<[OutcomeReceipt['result'], readonly ConditionResult[]]>([
    ['pass', mandatory('pass', 'pass')],
    ['pass', mandatory('pass', 'not_applicable')],
    ['pass', mandatory('not_applicable')],
    ['fail', mandatory('pass', 'fail')],
    ['fail', mandatory('partial', 'uncertain')],
    ['uncertain', mandatory('pass', 'uncertain')],
    ['uncertain', mandatory('pass', 'not_evaluated')],
    ['uncertain', []],
    ['uncertain', [{ ...condition, requirement: 'optional', result: 'pass' }]],
    ['pass', [...mandatory('pass'), { ...condition, requirement: 'optional', result: 'fail' }]],
  ])('without units, %s and nothing else follows from these conditions', (result, conditions) => {
    for (const claimed of ['pass', 'partial', 'fail', 'uncertain'] as const) {
      expect(whole(claimed, conditions)).toEqual(claimed === result ? [] : ['aggregation_inconsistent'])
    }
  })

  function unitized(
    [accepted, rejected, uncertain]: [number, number, number],
    result: OutcomeReceipt['result'],
    conditions: readonly ConditionResult[],
  ) {
    const earned = `${Math.floor(accepted / 2)}.${accepted % 2 ? '50' : '00'}`
    const { unit_results: _, ...issued } = reissued({
      units: { ...units, accepted, rejected, uncertain },
      result,
      condition_results: conditions,
      amounts: { ...receipt.amounts, earned },
    })
    return reasonsOf(issued)
  }

  test.each<[[number, number, number], OutcomeReceipt['result'], ConditionResult['result'][]]>([
    [[3, 0, 0], 'pass', ['pass']],
    [[3, 0, 0], 'pass', ['pass', 'not_applicable']],
    [[2, 1, 0], 'partial', ['partial']],
    [[1, 1, 1], 'partial', ['partial', 'pass']],
    [[0, 3, 0], 'fail', ['fail', 'partial']],
    [[0, 3, 0], 'fail', ['partial', 'partial']],
    [[0, 1, 2], 'uncertain', ['partial', 'partial']],
    [[0, 0, 3], 'uncertain', ['uncertain', 'partial']],
    [[0, 0, 3], 'uncertain', []],
  ])('units %j make %s under conditions %j', (counts, result, conditions) => {
    expect(unitized(counts, result, mandatory(...conditions))).toEqual([])
  })

  test.each<[string, [number, number, number], OutcomeReceipt['result'], ConditionResult['result'][]]>([
    ['counts that do not add up', [2, 0, 0], 'partial', ['partial']],
    ['another result than the units make', [2, 1, 0], 'pass', ['partial']],
    ['a fail although units are in doubt', [0, 1, 2], 'fail', ['partial']],
    ['every condition met but not every unit accepted', [2, 1, 0], 'partial', ['pass']],
    ['a condition met in part but every unit accepted', [3, 0, 0], 'pass', ['partial']],
    ['a failed condition and accepted units', [2, 1, 0], 'partial', ['fail']],
    ['a condition in doubt and accepted units', [1, 2, 0], 'partial', ['uncertain', 'partial']],
    ['no mandatory condition and accepted units', [3, 0, 0], 'pass', []],
  ])('%s', (_, counts, result, conditions) => {
    expect(unitized(counts, result, mandatory(...conditions))).toEqual(['aggregation_inconsistent'])
  })

  test('unit results that do not add up to the counts', () => {
    const swapped = leaves.with(0, { ...leaves[0], result: 'uncertain' } as never)
    expect(reasonsOf(reissued({ unit_results: swapped }))).toEqual(['aggregation_inconsistent'])
  })

  test('a policy that this verifier cannot re-derive', () => {
    const aggregation_policy = { policy_id: 'all_mandatory_pass', policy_version: '2' }
    const verification = { ...receipt.verification, aggregation_policy }
    expect(reasonsOf(reissued({ verification }))).toEqual(['aggregation_inconsistent'])
  })
})

describe('what is detachable is bound all the same', () => {
  const texts = leaves.map(unitLeafText)
  const { unit_results: _, ...stripped } = receipt
  const disclosure = {
    leaf: leaves[1],
    index: 1,
    proof: merkleInclusionProof(texts, 1).map(toHex),
  }

  test('one unit can be disclosed and the others withheld', () => {
    expect(reasonsOf({ ...stripped, unit_disclosures: [disclosure] })).toEqual([])
  })

  test.each<[string, Record<string, unknown>]>([
    ['another leaf', { ...disclosure, leaf: { ...leaves[1], result: 'pass' } }],
    ['another index', { ...disclosure, index: 0 }],
    ['an index beyond the units', { ...disclosure, index: 3 }],
    ['a short proof', { ...disclosure, proof: disclosure.proof.slice(1) }],
    ['a proof that is no digest', { ...disclosure, proof: ['x', 'y'] }],
  ])('a disclosure with %s proves nothing', (__, odd) => {
    expect(reasonsOf({ ...stripped, unit_disclosures: [odd] })).toEqual(['invalid_run_digest'])
  })

  test('a leaf that is proven at one place and numbered for another proves nothing', () => {
    const misnumbered = leaves.with(1, { ...leaves[1], unit: 3 } as never)
    const { unit_results: __, ...issued } = reissued({ unit_results: misnumbered })
    const proof = merkleInclusionProof(misnumbered.map(unitLeafText), 1).map(toHex)
    const unit_disclosures = [{ leaf: misnumbered[1], index: 1, proof }]
    expect(reasonsOf(issued)).toEqual([])
    expect(reasonsOf({ ...issued, unit_disclosures })).toEqual(['invalid_run_digest'])
  })

  test.each([
    ['missing one', leaves.slice(1)],
    ['out of order', leaves.toReversed()],
    ['one too many', [...leaves, { ...leaves[0], unit: 4 }]],
  ])('unit results %s', (__, results) => {
    expect(reasonsOf({ ...receipt, unit_results: results })).toContain('invalid_run_digest')
  })

  test('unit results on a receipt without units', () => {
    const issued = reissued({ units: null, result: 'fail', amounts: { ...receipt.amounts, earned: '0.00' } })
    expect(reasonsOf(issued)).toEqual(['invalid_run_digest'])
  })
})
