import type { EvaluatedOutcome } from '@outturn/agreement'
import type { ReceiptVerdict, ReplayBundle } from '@outturn/receipt-verifier'
import type { Gaps } from './bundled-run.ts'

/** A bundle with what came of running it again: what every step looks at. */
export interface Replay {
  readonly bundle: ReplayBundle
  readonly slug: string
  readonly verdict: ReceiptVerdict
  readonly gaps: Gaps
  /** Why the plan cannot be run; null when it can. */
  readonly unusable: string | null
  /** Null when the plan cannot be run. */
  readonly outcome: EvaluatedOutcome | null
}
