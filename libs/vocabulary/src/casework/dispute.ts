/** Who resolves a dispute. */
export const disputeResolvers = ['review', 'counterparty', 'external', 'none'] as const
export type DisputeResolver = (typeof disputeResolvers)[number]

/** What a party says is wrong with a receipt. */
export const disputeReasons = [
  'not_delivered',
  'quality',
  'wrong_evidence',
  'wrong_terms',
  'late',
  'duplicate',
  'other',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** What a party asks for by a dispute. */
export const disputeRemedies = ['re_verify', 'correct_receipt', 'release', 'refund'] as const
export type DisputeRemedy = (typeof disputeRemedies)[number]

/**
 * `open` and `under_review` are open. `expired`: its deadline passed and the receipt stands. `withdrawn`: its party took it back, or
 * ended the Spool.
 */
export const disputeStatuses = [
  'open',
  'under_review',
  'resolved_upheld',
  'resolved_corrected',
  'withdrawn',
  'expired',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** Who decided a dispute. */
export const disputeDeciders = ['review', 'counterparty', 'external'] as const
export type DisputeDecider = (typeof disputeDeciders)[number]

/** The steps of a dispute that its timeline has. */
export const disputeSteps = [
  'opened',
  'rejected',
  'outcomes_proposed',
  'accepted',
  'judged',
  'correction_failed',
  'under_review',
  'review_ended',
  'hold_ended',
  'resolved_upheld',
  'resolved_corrected',
  'withdrawn',
  'expired',
] as const
export type DisputeStep = (typeof disputeSteps)[number]

/** What a party may do with an open dispute. */
export const disputeActions = ['respond', 'statements', 'withdraw'] as const
export type DisputeAction = (typeof disputeActions)[number]

/** The outcome of a condition that the parties agree on, or that a judge states. */
export const decidedOutcomes = ['passed', 'failed'] as const
export type DecidedOutcome = (typeof decidedOutcomes)[number]
