import { windowEnd } from './hold.ts'
import type { Spool } from './spool.ts'

type Judged = Pick<Spool, 'agreement' | 'state'>

/** The first instant at which the latest receipt can no longer be disputed; null before there is one. */
export function disputeWindowEnd({ agreement, state }: Judged): string | null {
  const from = state.latestReceiptAt ?? state.lastRun?.at
  return state.latestReceiptId === null || from === undefined ? null : windowEnd({ agreement }, from)
}

/** Whether the latest receipt can still be disputed. The instant at which the window ends is outside of it, as for every other deadline. */
export function isInDisputeWindow(spool: Judged, now: Date): boolean {
  const end = disputeWindowEnd(spool)
  return end !== null && now.toISOString() < end
}
