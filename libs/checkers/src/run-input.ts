import type { DeterministicCheck } from './check-parameters.ts'
import type { JsonObject, JsonValue } from './json-value.ts'
import type { UnitSecrets } from './unit-secrets.ts'

export const verificationMethods = [
  'deterministic',
  'human_confirmed',
  'ai_assisted',
  'external_tool',
] as const
export type VerificationMethod = (typeof verificationMethods)[number]

export type EvidenceType = 'photo' | 'text' | 'file' | 'url' | 'dataset' | 'confirmation'
export type ClaimClass = 'actor_identity' | 'artifact_state' | 'machine_fact'

/** What a condition asks of its evidence, as agreed. */
export interface EvidenceRequirement {
  readonly expected_type: EvidenceType
  readonly source_ref: string
  readonly provenance?: readonly string[]
  readonly supplier?: string
  readonly freshness?: { readonly max_age_seconds: number }
  readonly on_missing?: 'uncertain' | 'fail'
}

/** Per-unit economics: `total_units * unit_amount_cents` equals the agreed amount. */
export interface Unitization {
  readonly total_units: number
  readonly unit_amount_cents: number
  readonly identity?: { readonly source_key: string; readonly visibility: 'label' | 'pseudonymous' }
}

export interface AgreedValue {
  readonly amount_cents: number
  readonly currency: string
}

export interface PlanCondition {
  readonly condition_id: string
  readonly required: boolean
  readonly verification_method: VerificationMethod
  readonly check: DeterministicCheck | null
  readonly evidence_requirements: readonly EvidenceRequirement[]
}

/** The frozen plan of a run: with a schema id in front it is the preimage of the plan hash. */
export interface VerificationPlan {
  readonly plan_version: string
  readonly compiler_version: string
  readonly evidence_policy_version: string
  readonly aggregation_policy: { readonly policy_id: string; readonly policy_version: string }
  readonly conditions: readonly PlanCondition[]
  readonly unitization: Unitization | null
  readonly value: AgreedValue
}

/** What is held of an evidence item; `unavailable` when its source answered with an error. */
export type EvidenceContent =
  | { readonly kind: 'rows'; readonly rows: readonly JsonObject[] }
  | { readonly kind: 'json'; readonly json: JsonValue }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly base64: string; readonly media_type: string }
  | { readonly kind: 'reference'; readonly url?: string; readonly sha256?: string }
  | { readonly kind: 'unavailable' }

/** One evidence item of a run without its content. Times are RFC 3339 UTC. */
export interface RunEvidence {
  readonly id: string
  /** The condition it supports; null offers it to every condition of the plan. */
  readonly conditionId: string | null
  readonly type: EvidenceType
  readonly source: string
  readonly claimClass: ClaimClass
  readonly provenance: string
  readonly onBehalfOf: string
  readonly contentDigest: string | null
  readonly observedAt: string | null
  readonly receivedAt: string
}

/** One evidence item with what is held of it. */
export interface EvidenceItem extends RunEvidence {
  readonly content: EvidenceContent
}

/** What the guarded fetcher saw of one URL: a final URL and status, or why there is none. */
export interface Observation {
  readonly url: string
  readonly final_url: string | null
  readonly status: number | null
  readonly failure: ObservationFailure | null
  readonly at: string
}

export type ObservationFailure = 'unreachable' | 'blocked_address'

/** The recorded observations of one `http_status` condition: one evidence item that the service fetched. */
export interface ObservationSet {
  readonly evidenceId: string
  readonly conditionId: string
  readonly observedAt: string
  readonly receivedAt: string
  readonly observations: readonly Observation[]
}

/** Everything a run depends on. Equal inputs give equal outcomes, byte for byte. */
export interface RunInput {
  /** The service slug that leads every schema id. */
  readonly slug: string
  readonly runId: string
  readonly plan: VerificationPlan
  /** In receipt order; replaced items are still listed, the run works out the active set. */
  readonly evidence: readonly EvidenceItem[]
  readonly observations: readonly ObservationSet[]
  /** Salts and pseudonyms of unit leaves. */
  readonly unitSecrets: UnitSecrets
  /** The recorded time against which freshness is measured. */
  readonly evaluatedAt: string
}
