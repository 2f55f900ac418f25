import { spoolDisputeChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { SettlementDeps } from '../deps.ts'
import { followHold } from '../flows/follow-hold.ts'

/** A spool service of the previous release tells of holds by nothing else; this release says the same by both. */
export function onSpoolDisputeChanged(deps: SettlementDeps): Reaction<typeof spoolDisputeChanged> {
  return {
    event: spoolDisputeChanged,
    concurrency: 4,
    handle: ({ spoolId, version, holdsSettlement: isHeld }) => followHold(deps, { spoolId, version, isHeld }),
  }
}
