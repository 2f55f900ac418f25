import { windowEnd } from '../model/hold.ts'
import type { Spool } from '../model/spool.ts'

/** Whether a Spool takes facts now: while it is proposed, accepted and active, or within its dispute window. */
export function takesFacts(spool: Spool, now: Date): boolean {
  const { status, latestReceiptAt, lastRun } = spool.state
  if (status.outcome === 'active') return status.agreement === 'proposed' || status.agreement === 'accepted'
  const from = latestReceiptAt ?? lastRun?.at
  return from !== undefined && now.toISOString() < windowEnd(spool, from)
}
