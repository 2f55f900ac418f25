import { type commitSpool, type onboardProvider, Refusal } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import { viewerOf } from '../../domain/lifecycle/viewer.ts'
import { currentSpoolOfParty, type ReadDeps } from '../../flows/current-spool.ts'

/** Refuses managed settlement, which this service does not have; a caller without the right to ask is refused for that first. */
export function handleRefuseSettlement(
  deps: ReadDeps,
  action: 'commit' | 'onboard-provider',
): Handler<typeof commitSpool> & Handler<typeof onboardProvider> {
  return async ({ spoolId }: { spoolId: string }, { principal }) => {
    const { spool, now } = await currentSpoolOfParty(deps, spoolId, principal)
    assertAllowed(action, spool, viewerOf(spool, principal), now)
    throw new Refusal('settlement_unavailable', 'This service has no settlement adapter.', {
      reason: 'managed_settlement_disabled',
    })
  }
}
