import type {
  ClaimClass,
  ConfirmationMethod,
  ConfirmationOutcome,
  EvidenceType,
  IdentityVisibility,
  MissingEvidenceResult,
  ObservationFailure,
  OpinionFailure,
  OpinionVerdict,
  Side,
  UnitVerdict,
  Verdict,
  VerificationMethod,
} from '@outturn/vocabulary'
import type { DeterministicCheck, JsonObject, JsonValue } from '@outturn/checkers'
import type { UnitSecrets } from './units/unit-secrets.ts'

/** What a condition asks of its evidence, as agreed. */
export interface EvidenceRequirement {
  readonly expected_type: EvidenceType
  readonly source_ref: string
  readonly provenance?: readonly string[]
  readonly supplier?: string
  readonly freshness?: { readonly max_age_seconds: number }
  readonly on_missing?: MissingEvidenceResult
}

/** Per-unit economics: `total_units * unit_amount_cents` equals the agreed amount. */
export interface Unitization {
  readonly total_units: number
  readonly unit_amount_cents: number
  readonly identity?: { readonly source_key: string; readonly visibility: IdentityVisibility }
}

export interface AgreedValue {
  readonly amount_cents: number
  readonly currency: string
}

/** Terms of a `human_confirmed` condition: whose word is needed. */
export interface ConfirmationTerms {
  readonly confirmation_method: ConfirmationMethod
}

/** Terms of an `ai_assisted` condition: one bounded claim, over all its evidence or the items of one source. */
export interface ClaimTerms {
  readonly claim_cited: { readonly claim: string; readonly evidence_ref?: string }
}

/** How an outside judge proves that a result is its own. */
export type JudgeProof =
  | { readonly type: 'ed25519'; readonly public_key: string }
  | { readonly type: 'jws'; readonly jwk: JsonObject }
  | { readonly type: 'eip712'; readonly address: string }
  | { readonly type: 'hmac_sha256'; readonly source_id: string }

export interface ExternalJudge {
  readonly id: string
  readonly name: string
  readonly proof: JudgeProof
  readonly max_age_seconds?: number
}

/** Terms of an `external_tool` condition: the one judge whose result counts. */
export interface JudgeTerms {
  readonly external_judge: ExternalJudge
}

/** What a condition is judged by: its one checker, or the terms of its method. */
export type PlanCheck = DeterministicCheck | ConfirmationTerms | ClaimTerms | JudgeTerms

export interface PlanCondition {
  readonly condition_id: string
  readonly required: boolean
  readonly verification_method: VerificationMethod
  readonly check: PlanCheck | null
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
  | Confirmation
  | ExternalResult

/** A party's word on a condition. Only the service records one, for a caller it has authenticated as that party. */
export interface Confirmation {
  readonly kind: 'confirmation'
  readonly method: ConfirmationMethod
  readonly outcome: ConfirmationOutcome
  readonly party: Side
  readonly evidence_refs: readonly string[]
  readonly detail?: string
}

/** The signed result of the declared outside judge. Only the service records one, after its proof verified. */
export interface ExternalResult {
  readonly kind: 'external_result'
  readonly agreement_hash: string
  readonly evaluator: string
  readonly verdict: Verdict
  readonly condition_results: readonly ExternalConditionResult[]
  readonly observed_at: string
  readonly evidence_refs: readonly string[]
  readonly proof: JsonObject
}

export interface ExternalConditionResult {
  readonly condition_id: string
  readonly result: Verdict
  readonly units?: readonly {
    readonly unit: number
    readonly result: UnitVerdict
    readonly reason?: string
  }[]
}

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

/** The recorded observations of one `http_status` condition: one evidence item that the service fetched. */
export interface ObservationSet {
  readonly evidenceId: string
  readonly conditionId: string
  readonly observedAt: string
  readonly receivedAt: string
  readonly observations: readonly Observation[]
}

/**
 * A judge's reference to evidence: `quote` stands at these byte offsets of the UTF-8 form of the item's text. Offsets are
 * null where the judge cited words that are nowhere in it.
 */
export interface Citation {
  readonly evidence_id: string
  readonly start: number | null
  readonly end: number | null
  readonly quote: string
}

/** What a judge said about one claim; a verdict, or the failure that left it without one. */
export interface Opinion {
  readonly judge: 'openai_compatible'
  readonly model: string
  /** As the judge names it itself; null when it did not answer. */
  readonly model_version: string | null
  /** `sha256:` and the digest of the prompt; null when none was sent. */
  readonly prompt_digest: string | null
  readonly verdict: OpinionVerdict | null
  readonly citations: readonly Citation[]
  readonly failure: OpinionFailure | null
}

/** The recorded opinion on one `ai_assisted` condition: one evidence item that the service fetched. */
export interface RecordedOpinion {
  readonly evidenceId: string
  readonly conditionId: string
  readonly observedAt: string
  readonly receivedAt: string
  readonly opinion: Opinion
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
  /** At most one for each condition; a claim without one is judged by the built-in verbatim judge. */
  readonly opinions: readonly RecordedOpinion[]
  /** Salts and pseudonyms of unit leaves. */
  readonly unitSecrets: UnitSecrets
  /** The recorded time against which freshness is measured. */
  readonly evaluatedAt: string
}
