import type { ReportedValues } from '@outturn/agreement'
import type { MatchKey } from '@outturn/vocabulary'

/** How claims and facts are paired. */
export type MatchOptions = {
  readonly key: readonly MatchKey[]
  /** Maximum time between a claim and its fact, in seconds. */
  readonly windowSeconds: number
  /** Maximum difference of a number from the observed one, in hundredths of a percent of the observed one. */
  readonly valueToleranceBp: number
  /** Only facts of these sources; null for those of every source. */
  readonly sourceIds: readonly string[] | null
}

/** A claim that no other claim supersedes. */
export type MatchClaim = ReportedValues & {
  readonly ordinal: number
  /** The ordinal of the earlier claim with the same values; null for none. */
  readonly duplicate_of: number | null
  readonly content_digest: string
}

/** The position of a delivery and of a fact in it, by the clock and the ids of its sender. */
export type DeliveryPosition = {
  /** Seconds since the epoch. */
  readonly webhook_timestamp: number
  readonly webhook_id: string
  readonly index: number
}

/** A fact that no other fact corrects. */
export type MatchFact = ReportedValues &
  DeliveryPosition & {
    readonly id: string
    readonly source_id: string
    readonly occurred_at: string
    readonly content_digest: string
  }

export type MatchInput = {
  readonly options: MatchOptions
  /** The currency of the Spool. */
  readonly currency: string
  readonly claims: readonly MatchClaim[]
  readonly facts: readonly MatchFact[]
}

/** More candidate pairs than one match compares. */
export class TooManyCandidatePairs extends Error {
  override readonly name = 'TooManyCandidatePairs'
}

export const maxCandidatePairs = 2_000_000
