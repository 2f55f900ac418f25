import type { HoldCause, Side } from '@outturn/vocabulary'

/** An open case of a Spool: a dispute, a discrepancy that blocks, or a review. */
export type Hold = {
  /** Id of the case. */
  readonly id: string
  readonly cause: HoldCause
  /** The side that opened the case, and whose budget a hold spends. */
  readonly side: Side
  /** The receipt that the case is about; null where it is about none. */
  readonly receiptId: string | null
  /** Whether settlement waits for it; false for a case that holds nothing, or no longer. */
  readonly blocks: boolean
  /** When the hold ends by itself; of a case that holds nothing, when the case does. */
  readonly until: string
}

/** How long a side has held the money of a Spool, without what it holds now, ms; and since when it holds it now. */
export type HeldTime = { readonly spentMs: number; readonly since: string | null }
