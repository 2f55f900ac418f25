import type { Verdict } from '@outturn/vocabulary'
import type { Amounts, ConditionResult, EvidenceRow, UnitCounts, UnitLeaf } from '@outturn/receipt-verifier'

/** A rejected unit (1 for the first) with its first reason, `code` or `code:field`. */
export interface Rejection {
  readonly unit: number
  readonly reason: string
}

/** What one run found: the parts of the receipt that depend on it, and the counts callers are shown. */
export interface RunOutcome {
  readonly runId: string
  readonly planHash: string
  readonly runDigest: string
  readonly evidenceRoot: string
  readonly evidence: readonly EvidenceRow[]
  readonly conditionResults: readonly ConditionResult[]
  /** Why each condition did not pass, in their order; it is not signed. Left out of outcomes recorded by older versions. */
  readonly causes?: readonly (string | null)[]
  readonly result: Verdict
  /** Why the result has no condition behind it; null otherwise. */
  readonly resultCode: 'nothing_evaluated' | null
  /** Null on a Spool without units, whose counts below then speak of the whole delivery as one. */
  readonly units: UnitCounts | null
  readonly unitResults: readonly UnitLeaf[] | null
  readonly amounts: Amounts
  readonly earnedCents: number
  readonly accepted: number
  readonly rejected: number
  readonly uncertain: number
  /** At most 1 000, in unit order. */
  readonly rejections: readonly Rejection[]
  readonly rejectionsTruncated: boolean
}

/**
 * Why each condition did not pass, in their order. An outcome recorded by an older version says it only by the code that
 * leads the sentence of a gate.
 */
export function causesOf({ causes, conditionResults }: RunOutcome): readonly (string | null)[] {
  return causes ?? conditionResults.map(({ reason }) => /^([a-z][a-z0-9_]*): /.exec(reason)?.[1] ?? null)
}
