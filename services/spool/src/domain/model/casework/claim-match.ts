import type { MatchCounts } from '@outturn/contracts'

/** A match of the claims of a Spool, without its rows. */
export type ClaimMatch = {
  readonly runId: string
  /** The time as of which claims and facts were matched. */
  readonly asOf: string
  readonly counts: MatchCounts
  readonly matchDigest: string
  /** By ordinal of the claim: `m` matched, `d` mismatched, `u` unmatched, `a` ambiguous, `-` not matched. */
  readonly statuses: string
}
