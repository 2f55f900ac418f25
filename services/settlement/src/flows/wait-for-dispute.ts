import type { SettlementDeps } from '../deps.ts'
import type { Settlement } from '../domain/settlement.ts'
import { isDisputedSpool } from '../store/dispute-store.ts'
import { postponeSettlement } from '../store/settlement-store.ts'

/** How long a settlement is left alone that a dispute holds; its end is told, ms. */
const whileDisputedMs = 60_000

/** Whether a dispute holds a settlement, by what was told. */
export function isToldDisputed({ pool }: SettlementDeps, { spoolId }: Settlement): Promise<boolean> {
  return isDisputedSpool(pool, spoolId)
}

/** Leaves a settlement from a wallet alone that a dispute holds, by what the Spool itself says; false where its money may move now. */
export async function waitsForDispute(deps: SettlementDeps, settlement: Settlement): Promise<boolean> {
  if (!(await isToldDisputed(deps, settlement)) && !(await deps.isDisputed(settlement.spoolId))) return false
  await leaveDisputed(deps, settlement)
  return true
}

export function leaveDisputed({ pool, clock }: SettlementDeps, settlement: Settlement): Promise<void> {
  return postponeSettlement(pool, settlement, new Date(clock.now().getTime() + whileDisputedMs))
}
