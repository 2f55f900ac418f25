import type {
  ReviewDecisionName,
  ReviewEffect,
  ReviewerProof,
  ReviewOutcomeName,
  ReviewAuthority,
  ReviewStatus,
  Side,
} from '@outturn/vocabulary'

/** A review of a receipt, as far as it moves or decides anything; what people wrote is kept beside the Spool. */
export type Review = {
  id: string
  receiptId: string
  /** The dispute that it is to resolve, if any. */
  disputeId: string | null
  /** The side that asked for it. */
  side: Side
  status: ReviewStatus
  authority: ReviewAuthority
  verifiedBy: ReviewerProof
  /** The conditions and units under review; null for all. */
  conditionIds: readonly string[] | null
  units: readonly number[] | null
  requestedAt: string
  expiresAt: string
  /** Null while it is requested. */
  closedAt: string | null
  /** Whether another run replaced its receipt, which withdrew it. */
  isReplaced: boolean
  /** SHA-256 of the decision as it was sent; null before. */
  decisionDigest: string | null
  effect: ReviewEffect | null
  replacementReceiptId: string | null
  /** The run that a binding decision still waits for: how many failed, and when the next one may begin. */
  rerun: { failures: number; notBefore: string } | null
}

/** What the requester wrote, and whether a mail goes to the reviewer. */
export type ReviewSaid = {
  name: string
  email: string | null
  question: string
  mail: 'not_configured' | 'no_address' | 'queued' | 'suppressed'
}

/** The decision of a reviewer, with what they wrote. */
export type ReviewSentence = {
  decision: ReviewDecisionName
  detail: string | null
  conditionOutcomes: readonly { conditionId: string; outcome: ReviewOutcomeName }[]
  unitOutcomes: readonly { conditionId: string; unit: number; outcome: ReviewOutcomeName }[]
  at: string
}

/** A review to be added, with what stands beside the Spool. */
export type NewReview = { id: string; tokenHash: string; said: ReviewSaid }
