import { readHold } from '@outturn/contracts'
import type { Bus, CommandContext } from '@outturn/messaging'
import type { SigningDeps } from '../deps.ts'

/** Asks the Spool what holds its settlement: the event that says so may still be on its way. */
export function holdsOver(bus: Bus): SigningDeps['holdsOf'] {
  return async (spoolId: string, { requestId, deadline }: CommandContext) => {
    const principal = { kind: 'service', service: 'signing' } as const
    const { holds } = await bus.request(readHold, { spoolId }, { principal, requestId, deadline })
    return holds.map(({ cause }) => cause)
  }
}
