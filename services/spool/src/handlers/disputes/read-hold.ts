import { absentSpool, type readHold } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { blockingHolds } from '../../domain/model/hold.ts'
import { currentSpool, type ReadDeps } from '../../flows/current-spool.ts'

export function handleReadHold(deps: ReadDeps): Handler<typeof readHold> {
  return async ({ spoolId }, { principal }) => {
    const current = await currentSpool(deps, spoolId, principal)
    if (current === null) throw absentSpool()
    return { holds: blockingHolds(current.spool.state).map(({ id, cause, until }) => ({ id, cause, until })) }
  }
}
