import { windowEnd } from './hold.ts'
import type { Spool } from './spool.ts'

type Judged = Pick<Spool, 'agreement' | 'state'>

/** The last instant at which the latest receipt can be disputed; null before there is one. */
export function disputeWindowEnd({ agreement, state }: Judged): string | null {
  const from = state.latestReceiptAt ?? state.lastRun?.at
  return state.latestReceiptId === null || from === undefined ? null : windowEnd({ agreement }, from)
}

/** Whether the latest receipt can still be disputed. The instant at which the window ends belongs to it. */
export function isInDisputeWindow(spool: Judged, now: Date): boolean {
  const end = disputeWindowEnd(spool)
  return end !== null && now.toISOString() <= end
}
