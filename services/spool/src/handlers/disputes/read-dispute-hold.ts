import { absentSpool, type readDisputeHold } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { isHeldByDispute } from '../../domain/model/dispute.ts'
import { currentSpool, type ReadDeps } from '../../flows/current-spool.ts'

export function handleReadDisputeHold(deps: ReadDeps): Handler<typeof readDisputeHold> {
  return async ({ spoolId }, { principal }) => {
    const current = await currentSpool(deps, spoolId, principal)
    if (current === null) throw absentSpool()
    return { isHeld: isHeldByDispute(current.spool.state) }
  }
}
