/** The subject of a discrepancy. */
export const discrepancyKinds = [
  'claim_fact_mismatch',
  'missing_fact',
  'unclaimed_fact',
  'duplicate',
  'amount_mismatch',
  'quantity_mismatch',
  'timing',
  'provenance',
  'other',
] as const
export type DiscrepancyKind = (typeof discrepancyKinds)[number]

/** `block` keeps a settlement waiting while the discrepancy is open. */
export const caseSeverities = ['info', 'warn', 'block'] as const
export type CaseSeverity = (typeof caseSeverities)[number]

export const discrepancyStatuses = ['open', 'resolved', 'dismissed'] as const
export type DiscrepancyStatus = (typeof discrepancyStatuses)[number]

/** How a difference was settled. */
export const discrepancyOutcomes = ['claim_corrected', 'fact_corrected', 'accepted_variance'] as const
export type DiscrepancyOutcome = (typeof discrepancyOutcomes)[number]

/** What ends a discrepancy: the difference is settled, or it was none. */
export const discrepancyActs = ['dismiss', 'resolve'] as const
export type DiscrepancyAct = (typeof discrepancyActs)[number]
