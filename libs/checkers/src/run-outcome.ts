import type { ClaimClass, EvidenceType, VerificationMethod } from './run-input.ts'

export type Verdict = 'pass' | 'partial' | 'fail' | 'uncertain'
export type ConditionOutcome = Verdict | 'not_evaluated' | 'not_applicable'
export type EvidenceStatus = 'present' | 'missing' | 'stale' | 'unavailable' | 'provenance_unsatisfied'
export type UnitVerdict = 'pass' | 'fail' | 'uncertain'

export interface EvidenceRow {
  readonly evidence_id: string | null
  readonly condition_id: string
  readonly status: EvidenceStatus
  readonly type: EvidenceType
  readonly claim_class: ClaimClass
  readonly provenance: string
  readonly content_digest: string | null
  readonly observed_at: string | null
  readonly received_at: string | null
}

export interface ConditionResult {
  readonly condition_id: string
  readonly requirement: 'mandatory' | 'optional'
  readonly result: ConditionOutcome
  readonly method: VerificationMethod
  readonly verifier_id: string
  readonly verifier_version: string
  readonly evidence_refs: readonly string[]
  readonly reason: string
}

export interface UnitLeaf {
  readonly unit: number
  readonly result: UnitVerdict
  readonly reasons: readonly {
    readonly condition_id: string
    readonly code: string
    readonly field?: string
  }[]
  readonly identity?: { readonly id: string; readonly label?: string }
  readonly salt: string
}

export interface UnitsSummary {
  readonly total: number
  readonly accepted: number
  readonly rejected: number
  readonly uncertain: number
  readonly earning_rule: { readonly type: 'per_unit'; readonly unit_amount: string }
  /** Each rejected unit once, under its first reason; by condition ordinal, then by unit. */
  readonly rejection_summary: readonly { readonly reason: string; readonly count: number }[]
  readonly unit_results_digest: string
}

export interface Amounts {
  readonly earned: string
  readonly committed: string
  readonly asset: string
  readonly decimals: number
}

export interface Rejection {
  readonly unit: number
  readonly reason: string
}

/** What one run found: the parts of the receipt that depend on it, and the counts callers are shown. */
export interface RunOutcome {
  readonly runId: string
  readonly planHash: string
  readonly runDigest: string
  readonly evidenceRoot: string
  readonly evidence: readonly EvidenceRow[]
  readonly conditionResults: readonly ConditionResult[]
  readonly result: Verdict
  /** Why the result has no condition behind it; null otherwise. */
  readonly resultCode: 'nothing_evaluated' | null
  readonly units: UnitsSummary | null
  readonly unitResults: readonly UnitLeaf[] | null
  readonly amounts: Amounts
  readonly earnedCents: number
  readonly accepted: number
  readonly rejected: number
  readonly uncertain: number
  /** At most 1 000, in unit order. */
  readonly rejections: readonly Rejection[]
  readonly rejectionsTruncated: boolean
}
