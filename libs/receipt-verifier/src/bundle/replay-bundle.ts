import type { JsonObject, JsonValue } from '@outturn/canonical'
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
import type { AgreedValue } from '../preimages/agreement-preimage.ts'
import type { AggregationPolicy, OutcomeReceipt } from '../receipt/outcome-receipt.ts'

/** What was asked of the evidence of a condition. */
export interface BundledRequirement {
  readonly expected_type: BundledEvidence['type']
  readonly source_ref: string
  readonly provenance?: readonly string[]
  readonly supplier?: string
  readonly freshness?: { readonly max_age_seconds: number }
  readonly on_missing?: MissingEvidenceResult
}

export interface BundledCondition {
  readonly condition_id: string
  readonly required: boolean
  readonly verification_method: VerificationMethod
  /** The parameters of one checker, or the terms of another method; the bundle does not say whether they mean anything. */
  readonly check: JsonObject | null
  readonly evidence_requirements: readonly BundledRequirement[]
}

/** The preimage of the plan hash, as a JSON object. */
export interface BundledPlan {
  readonly schema: string
  readonly plan_version: string
  readonly compiler_version: string
  readonly evidence_policy_version: string
  readonly aggregation_policy: AggregationPolicy
  readonly conditions: readonly BundledCondition[]
  readonly unitization: {
    readonly total_units: number
    readonly unit_amount_cents: number
    readonly identity?: { readonly source_key: string; readonly visibility: IdentityVisibility }
  } | null
  readonly value: AgreedValue
}

/** One evidence item as the run was given it; its content is among the contents of the bundle, or only its digest is known. */
export interface BundledEvidence {
  readonly id: string
  /** Null where the item was offered to every condition. */
  readonly condition_id: string | null
  readonly type: EvidenceType
  readonly source: string
  readonly claim_class: ClaimClass
  readonly provenance: string
  readonly on_behalf_of: string
  readonly content_digest: string | null
  readonly observed_at: string | null
  readonly received_at: string
}

export type BundledContent =
  | { readonly kind: 'rows'; readonly rows: readonly JsonObject[] }
  | { readonly kind: 'json'; readonly json: JsonValue }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly base64: string; readonly media_type: string }
  | { readonly kind: 'reference'; readonly url?: string; readonly sha256?: string }
  | { readonly kind: 'unavailable' }
  | BundledConfirmation
  | BundledExternalResult

/** A party's word on a condition, as the service recorded it. */
export interface BundledConfirmation {
  readonly kind: 'confirmation'
  readonly method: ConfirmationMethod
  readonly outcome: ConfirmationOutcome
  readonly party: Side
  readonly evidence_refs: readonly string[]
  readonly detail?: string
}

/** The signed result of an outside judge, with its proof. */
export interface BundledExternalResult {
  readonly kind: 'external_result'
  readonly agreement_hash: string
  readonly evaluator: string
  readonly verdict: Verdict
  readonly condition_results: readonly BundledJudgment[]
  readonly observed_at: string
  readonly evidence_refs: readonly string[]
  readonly proof: JsonObject
}

export interface BundledJudgment {
  readonly condition_id: string
  readonly result: Verdict
  readonly units?: readonly {
    readonly unit: number
    readonly result: UnitVerdict
    readonly reason?: string
  }[]
}

/** What a judge said of the claim of one condition; citations count bytes of the UTF-8 form of the evidence text. */
export interface BundledOpinion {
  readonly evidence_id: string
  readonly condition_id: string
  readonly observed_at: string
  readonly received_at: string
  readonly opinion: {
    readonly judge: 'openai_compatible'
    readonly model: string
    readonly model_version: string | null
    readonly prompt_digest: string | null
    readonly verdict: OpinionVerdict | null
    readonly citations: readonly {
      readonly evidence_id: string
      readonly start: number | null
      readonly end: number | null
      readonly quote: string
    }[]
    readonly failure: OpinionFailure | null
  }
}

/** What the service saw at the URLs of one condition. */
export interface BundledObservations {
  readonly evidence_id: string
  readonly condition_id: string
  readonly observed_at: string
  readonly received_at: string
  readonly observations: readonly {
    readonly url: string
    readonly final_url: string | null
    readonly status: number | null
    readonly failure: ObservationFailure | null
    readonly at: string
  }[]
}

/** Everything one run was judged on, with the receipt of what it came to: enough to run it again offline. */
export interface ReplayBundle {
  /** `<service>/bundle@1`. */
  readonly schema: string
  readonly receipt: OutcomeReceipt
  /** The preimage of the agreement hash, as a JSON object. */
  readonly agreement: JsonObject
  readonly plan: BundledPlan
  /** In the order of receipt. */
  readonly evidence: readonly BundledEvidence[]
  /** By content digest, or by evidence id where an item has none; items of one digest share their content. */
  readonly contents: Readonly<Record<string, BundledContent>>
  readonly observations: readonly BundledObservations[]
  /** Left out where no judge was asked. */
  readonly opinions?: readonly BundledOpinion[]
  /** The time by which the service judged how fresh the evidence was. */
  readonly evaluated_at: string
  /** The key document of the service when the bundle was made; a reader that pins keys uses those instead. */
  readonly keys: JsonObject
  /** The answer of the receipt's status route when the bundle was made. */
  readonly status?: JsonObject
}
