/** The states of a review. Every one but `requested` is final. */
export const reviewStatuses = [
  'requested',
  'upheld',
  'overturned',
  'needs_evidence',
  'expired',
  'withdrawn',
] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** The decisions that a reviewer can make. */
export const reviewDecisions = ['uphold', 'overturn', 'needs_evidence'] as const
export type ReviewDecisionName = (typeof reviewDecisions)[number]

/** The decision of a `binding` review can replace the receipt; that of an `advisory` one is recorded only. */
export const reviewAuthorities = ['binding', 'advisory'] as const
export type ReviewAuthority = (typeof reviewAuthorities)[number]

/** How the reviewer proves who they are: by the link alone, or also by a code that is mailed to their address. */
export const reviewerProofs = ['link', 'email'] as const
export type ReviewerProof = (typeof reviewerProofs)[number]

/** The effect of a decision on the receipt: none, a new receipt that is still to come, or a new receipt. */
export const reviewEffects = ['none', 'pending', 'superseded'] as const
export type ReviewEffect = (typeof reviewEffects)[number]

/** The outcome of a condition, or of one unit, that a reviewer states. */
export const reviewOutcomes = ['passed', 'failed'] as const
export type ReviewOutcomeName = (typeof reviewOutcomes)[number]

/** How far the mail to a reviewer has come. `accepted`: the mail server took it; nothing is known of its delivery. */
export const notificationStatuses = [
  'not_configured',
  'no_address',
  'queued',
  'accepted',
  'failed',
  'suppressed',
] as const
export type NotificationStatus = (typeof notificationStatuses)[number]
