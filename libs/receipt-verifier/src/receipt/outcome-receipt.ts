import type {
  Acceptor,
  AgreementMode,
  ConditionOutcome,
  ConditionRequirement,
  DecisionAuthority,
  Environment,
  EvidenceStatus,
  ReceiptStatusName,
  UnitVerdict,
  Verdict,
} from '@outturn/vocabulary'

export interface AggregationPolicy {
  readonly policy_id: string
  readonly policy_version: string
}

export interface Acceptance {
  readonly mode: AgreementMode
  readonly provider_accepted_in_spoolis: boolean
  readonly accepted_by: Acceptor
  readonly accepted_at?: string
}

export interface ReceiptAgreement {
  readonly spool_id: string
  readonly agreement_version: number
  readonly agreement_hash: string
  readonly acceptance: Acceptance
  readonly quote_digest?: string
}

export interface ReceiptVerification {
  readonly plan_version: string
  readonly plan_hash: string
  readonly compiler_version: string
  readonly evidence_policy_version: string
  readonly run_id: string
  readonly run_digest: string
  readonly aggregation_policy: AggregationPolicy
  readonly decision_authority?: DecisionAuthority
  readonly attempt?: number
}

export interface EvidenceRow {
  readonly evidence_id: string | null
  readonly condition_id: string
  readonly status: EvidenceStatus
  readonly type: string
  readonly claim_class: string
  readonly provenance: string
  readonly content_digest: string | null
  readonly observed_at: string | null
  readonly received_at: string | null
}

export interface ConditionResult {
  readonly condition_id: string
  readonly requirement: ConditionRequirement
  readonly result: ConditionOutcome
  readonly method: string
  readonly verifier_id: string
  readonly verifier_version: string
  readonly evidence_refs: readonly string[]
  readonly reason: string
}

export interface UnitCounts {
  readonly total: number
  readonly accepted: number
  readonly rejected: number
  readonly uncertain: number
  readonly earning_rule: { readonly type: 'per_unit'; readonly unit_amount: string }
  readonly rejection_summary: readonly { readonly reason: string; readonly count: number }[]
  readonly unit_results_digest: string
}

/** Fixed-point decimal strings with exactly `decimals` digits behind the point. */
export interface Amounts {
  readonly earned: string
  readonly committed: string
  readonly asset: string
  readonly decimals: number
}

export interface Actor {
  readonly subject: string
  readonly kind: string
}

export interface UnitReason {
  readonly condition_id: string
  readonly code: string
  readonly field?: string
}

export interface UnitLeaf {
  /** 1 for the first unit. */
  readonly unit: number
  readonly result: UnitVerdict
  readonly reasons: readonly UnitReason[]
  readonly identity?: { readonly id: string; readonly label?: string }
  readonly salt: string
}

export interface UnitDisclosure {
  readonly leaf: UnitLeaf
  /** Zero-based. */
  readonly index: number
  /** Sibling hashes up to the root, 64 hexadecimal digits each. */
  readonly proof: readonly string[]
}

export interface StatusProof {
  readonly schema: string
  readonly receipt_id: string
  readonly status: ReceiptStatusName
  readonly issued_at: string
  readonly expires_at: string
  readonly signing_key_id: string
  readonly signature: string
}

/** What the id is derived from and, with the id, what is signed. */
export interface ReceiptBody {
  readonly schema: string
  readonly environment: Environment
  readonly agreement: ReceiptAgreement
  readonly verification: ReceiptVerification
  readonly evidence_root: string
  readonly evidence: readonly EvidenceRow[]
  readonly condition_results: readonly ConditionResult[]
  readonly result: Verdict
  readonly units: UnitCounts | null
  readonly amounts: Amounts
  readonly actors: { readonly payer: Actor; readonly provider: Actor }
  readonly declared_intent?: { readonly gated_action?: string; readonly note?: string }
  readonly supersedes?: string
  readonly recipe?: { readonly id: string; readonly recipe_hash: string }
  readonly issued_at: string
  readonly nonce: string
  readonly algorithm: 'Ed25519'
}

/** Members outside id and signature that may be stripped; each is bound by a digest or a proof of its own. */
export interface DetachableParts {
  readonly unit_results?: readonly UnitLeaf[]
  readonly unit_disclosures?: readonly UnitDisclosure[]
  readonly log_proof?: string
  readonly status_proof?: StatusProof
}

export type DetachableMember = keyof DetachableParts

export interface OutcomeReceipt extends ReceiptBody, DetachableParts {
  readonly id: string
  readonly signing_key_id: string
  readonly signature: string
}
