import { type JsonObject, digestOf, toBase64Url } from '@outturn/canonical'
import { createEd25519Signer, nodeSha256 } from '@outturn/canonical/node'
import type { VerificationMethod } from '@outturn/vocabulary'
import type {
  EvidenceContent,
  EvidenceItem,
  ObservationSet,
  PlanCheck,
  RecordedOpinion,
  Unitization,
  VerificationPlan,
} from '@outturn/agreement'
import {
  compilePlan,
  evidencePolicyVersion,
  contentDigest,
  evaluateRun,
  planText,
  type RunInput,
  unitSecretsOfSpool,
} from '@outturn/evaluation'
import type { ReplayBundle } from '@outturn/receipt-verifier'
import { agreementPreimage, freezeReceiptBody } from '@outturn/receipt-verifier/issuing'

const slug = 'example'
const spoolId = 'spl_000000000000000000000001'
const signer = createEd25519Signer(new Uint8Array(32).fill(1))
/** The key of statuses and bundles; in the golden vector it is the same. */
export const statusSigner = createEd25519Signer(new Uint8Array(32).fill(2))
const receivedAt = '2026-01-01T00:00:00.000Z'

export const keys = {
  schema: `${slug}/key-document@1`,
  receipts: {
    production: [
      {
        key_id: signer.keyId,
        algorithm: 'Ed25519',
        public_key: toBase64Url(signer.publicKey),
        status: 'active',
        not_before: '2026-01-01T00:00:00.000Z',
        not_after: null,
      },
    ],
    demo: [],
  },
  status: {
    production: [
      {
        key_id: statusSigner.keyId,
        algorithm: 'Ed25519',
        public_key: toBase64Url(statusSigner.publicKey),
        status: 'active',
        not_before: '2026-01-01T00:00:00.000Z',
        not_after: null,
      },
    ],
    demo: [],
  },
} as const

/** One piece of evidence, delivered or recorded, and the check or terms that it is judged by. */
export type Judged = {
  readonly check: PlanCheck
  /** What is signed about the agreement is made once its hash is known. */
  readonly content: EvidenceContent | ((agreementHash: string) => EvidenceContent)
}

/** What the service fetched or asked for itself. */
export type Fetched = {
  readonly observations?: readonly ObservationSet[]
  readonly opinions?: readonly RecordedOpinion[]
}

export function conditionId(ordinal: number): string {
  return `cond_${String(ordinal + 1).padStart(24, '0')}`
}

export function evidenceId(ordinal: number): string {
  return `ev_${String(ordinal + 1).padStart(24, '0')}`
}

/** The bundle of a run over each piece of evidence, with a receipt that is really signed. */
export function issuedBundle(
  judged: readonly Judged[],
  unitization: Unitization | null = null,
  { observations = [], opinions = [] }: Fetched = {},
  evidencePolicy = evidencePolicyVersion,
): ReplayBundle {
  const plan = { ...planOf(judged, unitization), evidence_policy_version: evidencePolicy }
  const agreement = agreementText(plan)
  const agreementHash = digestOf(agreement, nodeSha256)
  const input: RunInput = {
    slug,
    runId: 'vr_000000000000000000000001',
    plan,
    evidence: judged.map(({ content }, ordinal) =>
      evidenceItem(typeof content === 'function' ? content(agreementHash) : content, ordinal),
    ),
    observations,
    opinions,
    unitSecrets: unitSecretsOfSpool(new Uint8Array(32).fill(7), nodeSha256),
    evaluatedAt: receivedAt,
  }
  return {
    schema: `${slug}/bundle@1`,
    receipt: issuedReceipt(input, agreementHash),
    agreement: JSON.parse(agreement) as JsonObject,
    plan: JSON.parse(planText(slug, plan)) as ReplayBundle['plan'],
    evidence: input.evidence.map(bundled),
    contents: Object.fromEntries(
      input.evidence.map(({ contentDigest: digest, id, content }) => [digest ?? id, content]),
    ) as ReplayBundle['contents'],
    observations: observations.map(({ observations: seen, ...set }) => ({
      ...recordOf(set),
      observations: seen,
    })),
    ...(opinions.length > 0 && {
      opinions: opinions.map(({ opinion, ...recorded }) => ({ ...recordOf(recorded), opinion })),
    }),
    evaluated_at: input.evaluatedAt,
    keys: structuredClone(keys),
    manifest: {},
  }
}

function planOf(judged: readonly Judged[], unitization: Unitization | null): VerificationPlan {
  return compilePlan({
    conditions: judged.map(({ check }, ordinal) => ({
      condition_id: conditionId(ordinal),
      required: true,
      verification_method: methodOf(check),
      check,
      evidence_requirements: [],
    })),
    unitization,
    value: { amount_cents: (unitization?.total_units ?? 1) * 100, currency: 'USD' },
  })
}

function methodOf(check: PlanCheck): VerificationMethod {
  if ('confirmation_method' in check) return 'human_confirmed'
  if ('claim_cited' in check) return 'ai_assisted'
  return 'external_judge' in check ? 'external_tool' : 'deterministic'
}

function agreementText({ conditions, unitization, value }: VerificationPlan): string {
  return agreementPreimage(slug, {
    spool_id: spoolId,
    agreement_version: 1,
    type: 'service',
    mode: 'unilateral',
    parties: [{ role: 'buyer', kind: 'agent', display_name: 'Buyer' }],
    value,
    deliverable: {},
    terms: [],
    conditions: conditions.map(({ condition_id, check, required, verification_method }) => ({
      id: condition_id,
      required,
      verification_method,
      ...((verification_method === 'deterministic'
        ? { deterministic_check: check }
        : check) as unknown as JsonObject),
    })),
    unitization,
    economics: {},
    dispute_policy: {},
    finality: {},
  })
}

function recordOf(recorded: Omit<ObservationSet, 'observations'>) {
  return {
    evidence_id: recorded.evidenceId,
    condition_id: recorded.conditionId,
    observed_at: recorded.observedAt,
    received_at: recorded.receivedAt,
  }
}

function evidenceItem(content: EvidenceContent, ordinal: number): EvidenceItem {
  return {
    id: evidenceId(ordinal),
    conditionId: conditionId(ordinal),
    type: typeOf(content),
    source: 'upload',
    claimClass: 'artifact_state',
    provenance: 'uploaded_json',
    onBehalfOf: 'provider',
    contentDigest: contentDigest(content, nodeSha256),
    observedAt: null,
    receivedAt,
    content,
  }
}

function typeOf(content: EvidenceContent): EvidenceItem['type'] {
  if (content.kind === 'confirmation') return 'confirmation'
  return content.kind === 'rows' || 'dialect' in content ? 'dataset' : 'text'
}

function issuedReceipt(input: RunInput, agreementHash: string): ReplayBundle['receipt'] {
  const outcome = evaluateRun(input, nodeSha256)
  const { plan_version, compiler_version, evidence_policy_version, aggregation_policy } = input.plan
  const body = {
    schema: `${slug}/outcome-receipt@1`,
    environment: 'production',
    agreement: {
      spool_id: spoolId,
      agreement_version: 1,
      agreement_hash: agreementHash,
      acceptance: { mode: 'unilateral', provider_accepted_in_spoolis: false, accepted_by: 'initiator' },
    },
    verification: {
      plan_version,
      plan_hash: outcome.planHash,
      compiler_version,
      evidence_policy_version,
      run_id: outcome.runId,
      run_digest: outcome.runDigest,
      aggregation_policy,
    },
    evidence_root: outcome.evidenceRoot,
    evidence: outcome.evidence,
    condition_results: outcome.conditionResults,
    result: outcome.result,
    units: outcome.units,
    amounts: outcome.amounts,
    history: { seq: 2, hash: 'e'.repeat(64) },
    actors: {
      payer: { subject: `${slug}:party:1`, kind: 'agent' },
      provider: { subject: `${slug}:party:2`, kind: 'agent' },
    },
    issued_at: '2026-01-01T00:00:02.000Z',
    nonce: 'n_000000000000000000000001',
    algorithm: 'Ed25519',
  } as const
  const { id, signedText } = freezeReceiptBody(body, nodeSha256)
  return {
    ...body,
    id,
    signing_key_id: signer.keyId,
    signature: signer.sign(signedText),
    ...(outcome.unitResults !== null && { unit_results: outcome.unitResults }),
  }
}

function bundled(item: EvidenceItem): ReplayBundle['evidence'][number] {
  return {
    id: item.id,
    condition_id: item.conditionId,
    type: item.type,
    source: item.source,
    claim_class: item.claimClass,
    provenance: item.provenance,
    on_behalf_of: item.onBehalfOf,
    content_digest: item.contentDigest,
    observed_at: item.observedAt,
    received_at: item.receivedAt,
  }
}
