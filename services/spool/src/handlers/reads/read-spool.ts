import { absentSpool, type readSpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { toSharedSpool, toSpoolView } from '../../domain/views/spool-view.ts'
import { assertParty, partyOf } from '../../domain/model/viewer.ts'
import { currentSpool, type ReadDeps } from '../../flows/current-spool.ts'

/** A party reads its Spool by either id; other readers only by the share id, and less of it. */
export function handleReadSpool(deps: ReadDeps): Handler<typeof readSpool> {
  return async ({ id }, { principal }) => {
    const current = await currentSpool(deps, id, principal)
    const isParty = current !== null && partyOf(current.spool, principal) !== null
    if (current === null || (!isParty && id !== current.spool.shareId)) {
      throw absentSpool()
    }
    const { spool, evidence, now } = current
    // A session may read as a party that it does not play as little as act as it.
    if (isParty) assertParty(spool, principal)
    return isParty ? toSpoolView(spool, evidence, principal, now) : toSharedSpool(spool, evidence, now)
  }
}
