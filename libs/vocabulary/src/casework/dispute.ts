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

/** `expired`: its deadline passed and the receipt stands. `withdrawn`: its party ended the Spool, and the dispute with it. */
export const disputeStatuses = ['open', 'expired', 'withdrawn'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]
