import { readDisputeHold } from '@outturn/contracts'
import type { Bus, CommandContext } from '@outturn/messaging'
import type { SigningDeps } from '../deps.ts'

/** Asks the Spool whether a dispute holds its settlement: the event that says so may still be on its way. */
export function disputeHolds(bus: Bus): SigningDeps['isHeldByDispute'] {
  return async (spoolId: string, { requestId, deadline }: CommandContext) => {
    const principal = { kind: 'service', service: 'signing' } as const
    return (await bus.request(readDisputeHold, { spoolId }, { principal, requestId, deadline })).isHeld
  }
}
