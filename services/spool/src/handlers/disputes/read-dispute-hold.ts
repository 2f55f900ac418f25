import { absentSpool, type readDisputeHold } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { isHeld } from '../../domain/model/hold.ts'
import { currentSpool, type ReadDeps } from '../../flows/current-spool.ts'

/** The question of `spool.read-hold` as services of the previous release ask it. */
export function handleReadDisputeHold(deps: ReadDeps): Handler<typeof readDisputeHold> {
  return async ({ spoolId }, { principal }) => {
    const current = await currentSpool(deps, spoolId, principal)
    if (current === null) throw absentSpool()
    return { isHeld: isHeld(current.spool.state) }
  }
}
