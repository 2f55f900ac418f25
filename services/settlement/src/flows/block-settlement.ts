import type { BlockReason } from '@outturn/contracts'
import type { SettlementDeps } from '../deps.ts'
import type { Settlement } from '../domain/settlement.ts'
import { refusalText } from '../domain/transfer-refusal.ts'
import { postponeSettlement } from '../store/settlement-store.ts'
import { changeSettlement } from './change-settlement.ts'

/** How long a payment waits that is blocked, ms. */
const whileBlockedMs = 15_000

/** Tells the parties why nothing moves, with the words of the chain where it refuses, or that nothing is in the way any more. */
export async function blockSettlement(
  deps: SettlementDeps,
  found: Settlement,
  blockedBy: BlockReason | null,
  refusal: string | null = null,
): Promise<void> {
  const blockedDetail = refusal === null ? null : refusalText(refusal)
  const isSame = (settlement: Settlement) =>
    settlement.blockedBy === blockedBy && settlement.blockedDetail === blockedDetail
  if (isSame(found)) {
    if (blockedBy === null) return
    const later = new Date(deps.clock.now().getTime() + whileBlockedMs)
    return postponeSettlement(deps.pool, found, later)
  }
  await changeSettlement(deps, { id: found.id }, ({ settlement }) =>
    isSame(settlement)
      ? null
      : { settlement: { ...settlement, blockedBy, blockedDetail }, legs: [], transfers: [] },
  )
}
