import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { type JsonObject, canonicalJson, digestOf } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { compilePlan, evaluateRun, planHash, unitSecretsOfSpool } from '@outturn/evaluation'
import { OneCallRequest } from '@outturn/contracts'
import {
  agreementPreimage,
  composeReceipt,
  freezeReceiptBody,
  spoolEventHash,
} from '@outturn/receipt-verifier/issuing'

const slug = 'outturn'
const priceMicros = 100_000
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const rawPublicKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const keyId = createHash('sha256').update(rawPublicKey).digest('hex')

function id(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

function signText(text: string): string {
  return sign(null, Buffer.from(text), privateKey).toString('base64url')
}

/** Every row that one verification leaves behind, and the reply. */
export type VerifiedDelivery = {
  commandId: string
  bodyDigest: string
  spoolId: string
  shareId: string
  accountId: string
  agreement: string
  standing: string
  salt: string
  at: string
  evidence: string[]
  contentDigest: string
  content: string
  history: string[]
  runId: string
  nonce: string
  runDigest: string
  planHash: string
  outcome: string
  receiptId: string
  receipt: string
  attestation: string
  amountMicros: number
  reply: string
}

/** What the system does for POST /api/v1/verify, without the system: same validation, checkers, digests and signatures. */
export function verifyInProcess(body: unknown): VerifiedDelivery {
  const request = OneCallRequest.parse(body)
  const at = new Date().toISOString()
  const spoolId = id('spl')
  const runId = id('vr')
  const salt = randomBytes(32)
  const unit = request.unit ?? null
  const amount = unit === null ? (request.max_amount_cents ?? 1) : unit.total_units * unit.unit_amount_cents
  const conditions = (request.conditions ?? []).map((condition) => {
    if (typeof condition === 'string') throw new Error('the benchmark sends objects')
    const { description, deterministic_check: check } = condition
    if (check === undefined) throw new Error('the benchmark sends one check each')
    return { id: id('cond'), required: true, description, deterministic_check: check }
  })
  const plan = compilePlan({
    conditions: conditions.map((condition) => ({
      condition_id: condition.id,
      required: true,
      verification_method: 'deterministic',
      check: condition.deterministic_check,
      evidence_requirements: [],
    })),
    unitization: unit,
    value: { amount_cents: amount, currency: 'USD' },
  })
  const agreement = {
    spool_id: spoolId,
    agreement_version: 1,
    type: 'service',
    mode: 'unilateral',
    parties: [
      { role: 'buyer', kind: 'agent', display_name: 'Bench' },
      { role: 'seller', kind: 'agent', display_name: 'External provider' },
    ],
    value: { amount_cents: amount, currency: 'USD' },
    deliverable: { type: 'dataset', title: 'Delivered dataset', description: 'Rows', attributes: {} },
    terms: conditions.map(({ description }) => ({ text: description, provenance: { source: 'freeform' } })),
    conditions: conditions as unknown as JsonObject[],
    unitization: unit as unknown as JsonObject | null,
    economics: {},
    dispute_policy: { window_hours: 0, holds_settlement: false, resolver: 'none' },
    finality: { mode: 'open', max_runs: 20, closes_at: null },
  }
  const agreementHash = digestOf(agreementPreimage(slug, agreement), nodeSha256)
  const hash = planHash(slug, plan, nodeSha256)
  const rowsText = canonicalJson(request.evidence.rows)
  const contentDigest = digestOf(rowsText, nodeSha256)
  const evidence = conditions.map((condition) => ({
    id: id('ev'),
    conditionId: condition.id,
    type: 'dataset' as const,
    source: 'one-call',
    claimClass: 'artifact_state' as const,
    provenance: 'uploaded_json',
    onBehalfOf: 'provider',
    contentDigest,
    observedAt: null,
    receivedAt: at,
  }))
  const rows = request.evidence.rows as never
  const outcome = evaluateRun(
    {
      slug,
      runId,
      plan,
      evidence: evidence.map((item) => ({ ...item, content: { kind: 'rows', rows } })),
      observations: [],
      opinions: [],
      unitSecrets: unitSecretsOfSpool(salt, nodeSha256),
      evaluatedAt: at,
    },
    nodeSha256,
  )
  const nonce = id('n')
  const frozen = freezeReceiptBody(
    {
      schema: `${slug}/outcome-receipt@1`,
      environment: 'production',
      agreement: {
        spool_id: spoolId,
        agreement_version: 1,
        agreement_hash: agreementHash,
        acceptance: { mode: 'unilateral', provider_accepted_in_spoolis: false, accepted_by: 'initiator' },
      },
      verification: {
        plan_version: plan.plan_version,
        plan_hash: hash,
        compiler_version: plan.compiler_version,
        evidence_policy_version: plan.evidence_policy_version,
        run_id: runId,
        run_digest: outcome.runDigest,
        aggregation_policy: plan.aggregation_policy,
      },
      evidence_root: outcome.evidenceRoot,
      evidence: outcome.evidence,
      condition_results: outcome.conditionResults,
      result: outcome.result,
      units: outcome.units,
      amounts: outcome.amounts,
      actors: {
        payer: { subject: `${slug}:party:1`, kind: 'agent' },
        provider: { subject: `${slug}:party:2`, kind: 'agent' },
      },
      issued_at: at,
      nonce,
      algorithm: 'Ed25519',
    } as unknown as Parameters<typeof freezeReceiptBody>[0],
    nodeSha256,
  )
  const receipt = composeReceipt({
    signedText: frozen.signedText,
    signingKeyId: keyId,
    signature: signText(frozen.signedText),
    detached: outcome.unitResults === null ? {} : { unit_results: JSON.stringify(outcome.unitResults) },
  })
  const unsigned = {
    id: id('att'),
    environment: 'production',
    spoolId,
    result: outcome.result,
    approvedAmount: outcome.amounts.earned,
    maximumAmount: outcome.amounts.committed,
    conditionResults: outcome.conditionResults.map(({ condition_id, result }) => ({ condition_id, result })),
    evidenceDigest: `sha256:${outcome.evidenceRoot}`,
    verificationDigest: `sha256:${digestOf(canonicalJson(outcome.conditionResults), nodeSha256)}`,
    issuedAt: at,
    nonce,
    signingKeyId: keyId,
  }
  const attestation = JSON.stringify({
    ...unsigned,
    signature: signText(canonicalJson(unsigned)),
  })
  let previous = '0'.repeat(64)
  const history = ['spool.created', 'evidence.submitted', 'verification.completed', 'receipt.issued'].map(
    (type, index) => {
      const entry = {
        id: id('evt'),
        type,
        at,
        actor: { party_id: null, kind: 'service' as const },
        data: { run_id: runId },
        seq: index + 1,
        prev_hash: previous,
      }
      previous = spoolEventHash(entry, nodeSha256)
      return JSON.stringify({ ...entry, hash: previous })
    },
  )
  const reply = `{"spool_id":"${spoolId}","earned_cents":${outcome.earnedCents},"accepted":${outcome.accepted},"rejected":${outcome.rejected},"rejections":${JSON.stringify(outcome.rejections)},"receipt":${receipt},"verification_run_id":"${runId}","attestation":${attestation}}`
  return {
    commandId: id('cmd'),
    bodyDigest: digestOf(canonicalJson(body), nodeSha256),
    spoolId,
    shareId: id('shr'),
    accountId: 'acc_000000000000000000000001',
    agreement: JSON.stringify({ ...agreement, plan, agreementHash, planHash: hash }),
    standing: JSON.stringify({ result: outcome.result, earned_cents: outcome.earnedCents, runs: 1 }),
    salt: salt.toString('hex'),
    at,
    evidence: evidence.map((item) => JSON.stringify(item)),
    contentDigest,
    content: rowsText,
    history,
    runId,
    nonce,
    runDigest: outcome.runDigest,
    planHash: hash,
    outcome: JSON.stringify(outcome),
    receiptId: frozen.id,
    receipt,
    attestation,
    amountMicros: priceMicros,
    reply,
  }
}
