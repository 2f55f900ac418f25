import type { ReportedValues } from '@outturn/agreement'

/** What the provider side says it did, as it is kept. */
export type Claim = {
  readonly id: string
  /** Its number in the Spool, from 1. */
  readonly ordinal: number
  readonly values: ReportedValues
  readonly contentDigest: string
  /** An evidence item of the Spool that supports it. */
  readonly evidenceRef: string | null
  readonly claimedAt: string
  /** The claim that this one replaced. */
  readonly supersedes: string | null
  /** The earliest claim with the same values that was current when this one came. */
  readonly duplicateOf: string | null
}
