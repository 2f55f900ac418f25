import { randomUUID } from 'node:crypto'
import type { SettlementDeps } from '../deps.ts'
import { onSpoolHoldsChanged } from '../reactions/spool-holds-changed.ts'

/** As the Spool service tells, with its version, that a dispute holds the settlement of a Spool, or that nothing does any more. */
export async function tellHold(
  deps: SettlementDeps,
  { spoolId, receiptId }: { spoolId: string; receiptId: string },
  version: number,
  isHeld: boolean,
): Promise<void> {
  const now = deps.clock.now()
  const at = now.toISOString()
  const hold = { id: `dsp_${'0'.repeat(24)}`, cause: 'dispute', receiptId, blocks: true, until: at } as const
  await onSpoolHoldsChanged(deps).handle(
    { spoolId, version, holds: isHeld ? [hold] : [], at },
    { id: randomUUID(), attempt: 1, now, traceContext: {} },
  )
}
