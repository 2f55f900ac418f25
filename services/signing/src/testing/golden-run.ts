import { type CommandInput, type issueReceipt, PassedText } from '@outturn/contracts'

type IssueCommand = CommandInput<typeof issueReceipt>

const runId = 'vr_000000000000000000000001'
const spoolId = 'spl_000000000000000000000001'
const conditionId = 'cond_000000000000000000000001'
const evidenceRoot = '1784dbc1ad29b0ee4a4c7f73d239e6d9a6bf1d012daef6ee1669a7a73b3854b2'

/** The slug that the golden receipt was made under. */
export const goldenSlug = 'example'
/** What its key, seed 32 times 0x01, must give it. */
export const goldenReceiptId = 'ocr_dd8933722ec3eccc8f60ac9a'
export const goldenKeyId = '34750f98bd59fcfc946da45aaabe933be154a4b5094e1c4abf42866505f3c97e'
export const goldenSignature =
  'bJ8rXp3gLPUGh4jPA0eKKC7pK_EQGsgIQHnQvEmqN4lpaqpXcfKFu_Y8OJ9vj-BTCNx6Tyg4NrYnuE1W8VoEBA'

export const buyerAccount = 'acc_000000000000000000000001'
export const sellerAccount = 'acc_000000000000000000000002'

/** What its run found of each unit. */
export const goldenUnitResults = [
  { unit: 1, result: 'pass', reasons: [], salt: 'cAXUKuKPbRfgDaVtSl6OhA' },
  {
    unit: 2,
    result: 'fail',
    reasons: [{ condition_id: conditionId, code: 'missing_field', field: 'email' }],
    salt: 'V_2Z2d5TQJY3WSF-5lj24Q',
  },
  { unit: 3, result: 'pass', reasons: [], salt: 'Aaz5JHTox84JtPAAurNszg' },
]

/** The request for the receipt of the published golden vector. */
export function goldenRun(): IssueCommand {
  return {
    runId,
    spoolId,
    visibleTo: [buyerAccount, sellerAccount],
    payerAccountId: buyerAccount,
    issuedAt: '2026-01-01T00:00:01.000Z',
    body: {
      schema: 'example/outcome-receipt@1',
      environment: 'demo',
      agreement: {
        spool_id: spoolId,
        agreement_version: 1,
        agreement_hash: 'a7a39232490a3e6be87d54adad4371b6afd1bdc4c68a6eaba1f3a9e415a2656f',
        acceptance: { mode: 'unilateral', provider_accepted_in_spoolis: false, accepted_by: 'initiator' },
      },
      verification: {
        plan_version: '1',
        plan_hash: 'ee65ce377e809274a0e0281fa123700d6404255db4ca1f9d3d4b059b58c2f548',
        compiler_version: '1.0.0',
        evidence_policy_version: '1',
        run_id: runId,
        run_digest: 'bb15f2109787136fbf043e3ad5f0685a61cf9e8a17263f80edbd25d3f1736263',
        aggregation_policy: { policy_id: 'all_mandatory_pass', policy_version: '1' },
      },
      evidence_root: evidenceRoot,
      evidence: [
        {
          evidence_id: 'ev_000000000000000000000001',
          condition_id: conditionId,
          status: 'present',
          type: 'dataset',
          claim_class: 'artifact_state',
          provenance: 'uploaded_json',
          content_digest: '4f5107b74e9af481a15890164aab440aafcfce676692c2d528e1d12581be26d7',
          observed_at: null,
          received_at: '2026-01-01T00:00:00.000Z',
        },
      ],
      condition_results: [
        {
          condition_id: conditionId,
          requirement: 'mandatory',
          result: 'partial',
          method: 'deterministic',
          verifier_id: 'checker.completeness',
          verifier_version: '1.0.0',
          evidence_refs: ['ev_000000000000000000000001'],
          reason: '1 of 3 rows is missing email',
        },
      ],
      result: 'partial',
      units: {
        total: 3,
        accepted: 2,
        rejected: 1,
        uncertain: 0,
        earning_rule: { type: 'per_unit', unit_amount: '0.50' },
        rejection_summary: [{ reason: 'missing_field:email', count: 1 }],
        unit_results_digest: '1f8b91c4bf19bb4709c74caa2caae06736bcf8d1a1f8220c7098a611bf1543e9',
      },
      amounts: { earned: '1.00', committed: '1.50', asset: 'USD', decimals: 2 },
      history: { seq: 2, hash: '634639aa62e5eba078b5614cb53f27ee6870a515b2fb1e70a682a9949e261ca9' },
      actors: {
        payer: { subject: 'example:party:1', kind: 'agent' },
        provider: { subject: 'example:party:2', kind: 'agent' },
      },
      issued_at: '2026-01-01T00:00:01.000Z',
      nonce: 'n_000000000000000000000001',
      algorithm: 'Ed25519',
    },
    unitResults: new PassedText(Buffer.from(JSON.stringify(goldenUnitResults))),
    attestation: {
      compilationVersion: '1.0.0',
      verificationPlanVersion: '1',
      result: 'partial',
      approvedAmount: '1.00',
      maximumAmount: '1.50',
      assetOrCurrency: 'USD',
      payerPartyId: 'pty_000000000000000000000001',
      providerPartyId: 'pty_000000000000000000000002',
      conditionResults: [
        { conditionId, result: 'partial', method: 'deterministic', requirement: 'mandatory' },
      ],
      evidenceDigest: `sha256:${evidenceRoot}`,
    },
  }
}
