import type { ReportedValues } from '@outturn/agreement'

/** A claim as it was sent, its values read. */
export type DraftClaim = {
  readonly values: ReportedValues
  readonly contentDigest: string
  readonly evidenceRef: string | null
  readonly supersedes: string | null
}
