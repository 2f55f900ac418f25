import type { EvidenceRow } from '@outturn/receipt-verifier'
import type { CauseCode, EvidenceStatus, MissingEvidenceResult } from '@outturn/vocabulary'
import type { EvidenceItem, ObservationSet, PlanCondition, RecordedOpinion } from '@outturn/agreement'
import type { Delivery } from './delivery.ts'

/** The evidence of one condition in a run, as the receipt lists it and as its checker sees it. */
export interface ConditionEvidence {
  readonly rows: readonly EvidenceRow[]
  /** What the condition may be judged on, in receipt order: of the provider, and of whom the agreement names as its supplier. */
  readonly usable: readonly EvidenceItem[]
  /** The part of it that is judged as work delivered. */
  readonly delivery: Delivery
  /** What parties confirmed and judges signed, as the service recorded it, in receipt order. */
  readonly statements: readonly EvidenceItem[]
  /** The outcomes that a reviewer stated of what was delivered, which take the place of what is found here. */
  readonly review: EvidenceItem | null
  readonly observed: ObservationSet | null
  readonly opinion: RecordedOpinion | null
  /** The first requirement that no item satisfies; null when all are satisfied. */
  readonly unmet: UnmetRequirement | null
  /** That the labels of the evidence make several deliveries of one; null when they do not. */
  readonly different: EvidenceObstacle | null
}

export type GatheredCondition = { readonly condition: PlanCondition; readonly evidence: ConditionEvidence }

export interface UnmetRequirement {
  readonly status: Exclude<EvidenceStatus, 'present'>
  readonly fails: boolean
}

/** Why the evidence of a condition cannot be judged at all. */
export interface EvidenceObstacle {
  readonly outcome: MissingEvidenceResult
  readonly code: CauseCode
  readonly reason: string
}
