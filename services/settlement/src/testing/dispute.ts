import { randomUUID } from 'node:crypto'
import type { SettlementDeps } from '../deps.ts'
import { onSpoolDisputeChanged } from '../reactions/spool-dispute-changed.ts'

/** As the Spool service tells, with its version, that a dispute holds the settlement of a Spool, or that none does any more. */
export async function dispute(
  deps: SettlementDeps,
  { spoolId, receiptId }: { spoolId: string; receiptId: string },
  version: number,
  holdsSettlement: boolean,
): Promise<void> {
  const now = deps.clock.now()
  await onSpoolDisputeChanged(deps).handle(
    { spoolId, receiptId, version, isDisputed: holdsSettlement, holdsSettlement, at: now.toISOString() },
    { id: randomUUID(), attempt: 1, now, traceContext: {} },
  )
}
