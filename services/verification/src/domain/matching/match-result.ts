import type { ComparedField, DiscrepancyKind, CaseSeverity, MatchStatus } from '@outturn/vocabulary'

/** One member in which a claim and its fact differ, as texts; null for a missing one. */
export type Difference = {
  readonly field: ComparedField
  readonly claimed: string | null
  readonly observed: string | null
}

/** A discrepancy that a row gives reason to open. A match opens none that blocks. */
export type DiscrepancyReason = {
  readonly kind: DiscrepancyKind
  readonly severity: Exclude<CaseSeverity, 'block'>
}

/** The result for one claim, or for a fact that no claim reports. */
export type MatchRow<Fact> = {
  /** Null for a fact without a claim. */
  readonly ordinal: number | null
  readonly facts: readonly Fact[]
  readonly status: MatchStatus
  readonly differences: readonly Difference[]
  readonly discrepancies: readonly DiscrepancyReason[]
}
