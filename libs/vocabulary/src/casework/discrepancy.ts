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
