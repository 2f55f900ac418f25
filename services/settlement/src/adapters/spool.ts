import { readHold } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import type { Clock } from '@outturn/service'
import type { SettlementDeps } from '../deps.ts'

const patienceMs = 5_000

/** Asks the Spool whether an open case keeps money from moving: what it tells by itself may still be on its way. */
export function holdsOver(bus: Bus, clock: Clock): SettlementDeps['isHeldByCase'] {
  return async (spoolId) => {
    const { holds } = await bus.request(
      readHold,
      { spoolId },
      {
        principal: { kind: 'service', service: 'settlement' },
        requestId: `hold:${spoolId}`,
        deadline: clock.now().getTime() + patienceMs,
      },
    )
    return holds.length > 0
  }
}
