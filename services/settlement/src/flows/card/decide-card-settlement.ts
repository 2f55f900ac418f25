import type { SettlementDeps } from '../../deps.ts'
import { decideCard } from '../../domain/card/card-decision.ts'
import type { Due } from '../../domain/settlement.ts'
import { laneOfSpool } from '../../store/card/lane-of-spool.ts'
import { closeSpool } from '../../store/closed-spool-store.ts'
import { advanceCardSoon } from './advance-card-settlement.ts'
import { changeCardSettlement } from './change-card-settlement.ts'

/**
 * Records what a final verdict or the end of a Spool makes of its settlement by card, and goes on with it. A Spool that ended begins no
 * settlement any more, also one whose commitment is still on its way. False where the Spool settles from a wallet.
 */
export async function decideCardSettlement(
  deps: SettlementDeps,
  { spoolId, due, eventId }: { spoolId: string; due: Due | null; eventId: string },
): Promise<boolean> {
  const lane = await laneOfSpool(deps.pool, spoolId)
  if (lane === 'wallet' || (lane === null && due !== null)) return false
  const now = deps.clock.now()
  const current = await changeCardSettlement(deps, { spoolId }, (found) => decideCard(found, due), {
    eventId,
    before: async (tx) => {
      if (due === null) await closeSpool(tx, spoolId, now)
    },
  })
  if (current !== null) await advanceCardSoon(deps, current.settlement.id)
  return true
}
