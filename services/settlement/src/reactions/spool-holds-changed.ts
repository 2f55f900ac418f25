import { spoolHoldsChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { SettlementDeps } from '../deps.ts'
import { followHold } from '../flows/follow-hold.ts'

/**
 * Holds the settlement of a Spool while an open case does, and goes on with it afterwards. Later news has a larger version, so news that
 * comes twice or out of order ends in the same.
 */
export function onSpoolHoldsChanged(deps: SettlementDeps): Reaction<typeof spoolHoldsChanged> {
  return {
    event: spoolHoldsChanged,
    concurrency: 4,
    handle: ({ spoolId, version, holds }) =>
      followHold(deps, { spoolId, version, isHeld: holds.some(({ blocks }) => blocks) }),
  }
}
