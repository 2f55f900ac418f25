import type { SettlementDeps } from '../deps.ts'
import type { Settlement } from '../domain/settlement.ts'
import { isHeldSpool } from '../store/hold-store.ts'
import { postponeSettlement } from '../store/settlement-store.ts'

/** How long a settlement is left alone that an open case holds; its end is told, ms. */
const whileHeldMs = 60_000

/** Whether an open case holds a settlement, by what was told. */
export function isToldHeld({ pool }: SettlementDeps, { spoolId }: Settlement): Promise<boolean> {
  return isHeldSpool(pool, spoolId)
}

/** Leaves a settlement from a wallet alone that an open case holds, by what the Spool itself says; false where its money may move now. */
export async function waitsForHold(deps: SettlementDeps, settlement: Settlement): Promise<boolean> {
  if (!(await isToldHeld(deps, settlement)) && !(await deps.isHeldByCase(settlement.spoolId))) return false
  await leaveHeld(deps, settlement)
  return true
}

export function leaveHeld({ pool, clock }: SettlementDeps, settlement: Settlement): Promise<void> {
  return postponeSettlement(pool, settlement, new Date(clock.now().getTime() + whileHeldMs))
}
