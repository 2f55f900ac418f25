import { isInDisputeWindow } from '../model/dispute-window.ts'
import type { Spool } from '../model/spool.ts'

/** Whether a Spool takes facts now: while it is proposed, accepted and active, or within its dispute window. */
export function takesFacts(spool: Spool, now: Date): boolean {
  const { status } = spool.state
  if (status.outcome === 'active') return status.agreement === 'proposed' || status.agreement === 'accepted'
  return isInDisputeWindow(spool, now)
}
