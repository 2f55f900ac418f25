import type { ComparedField, DiscrepancyKind } from '@outturn/vocabulary'
import type { Difference, DiscrepancyReason } from './match-result.ts'

/** The kind of discrepancy that a difference of each member is. */
export const kindOfField: Readonly<Record<ComparedField, DiscrepancyKind>> = {
  value: 'claim_fact_mismatch',
  quantity: 'quantity_mismatch',
  amount_cents: 'amount_mismatch',
  currency: 'amount_mismatch',
}

/** One reason for each kind of difference, in the order of the differences. */
export function reasonsOfDifferences(differences: readonly Difference[]): DiscrepancyReason[] {
  const kinds = new Set(differences.map(({ field }) => kindOfField[field]))
  return [...kinds].map((kind) => ({ kind, severity: 'warn' }))
}

export function reasonOfUnmatchedClaim(found: {
  /** Whether the earlier claim with the same values has a fact. */
  readonly isPairedDuplicate: boolean
  /** Whether a fact of the key is left that no claim reports. */
  readonly hasFreeFact: boolean
}): DiscrepancyReason {
  if (found.isPairedDuplicate) return { kind: 'duplicate', severity: 'warn' }
  return { kind: found.hasFreeFact ? 'timing' : 'missing_fact', severity: 'warn' }
}

export const reasonOfUnmatchedFact: DiscrepancyReason = { kind: 'unclaimed_fact', severity: 'info' }

export const reasonOfAmbiguousClaim: DiscrepancyReason = { kind: 'other', severity: 'warn' }
