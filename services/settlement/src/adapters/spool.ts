import { readDisputeHold } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import type { Clock } from '@outturn/service'
import type { SettlementDeps } from '../deps.ts'

const patienceMs = 5_000

/** Asks the Spool whether a dispute keeps money from moving: what it tells by itself may still be on its way. */
export function disputesOver(bus: Bus, clock: Clock): SettlementDeps['isDisputed'] {
  return async (spoolId) => {
    const { isHeld } = await bus.request(
      readDisputeHold,
      { spoolId },
      {
        principal: { kind: 'service', service: 'settlement' },
        requestId: `dispute:${spoolId}`,
        deadline: clock.now().getTime() + patienceMs,
      },
    )
    return isHeld
  }
}
