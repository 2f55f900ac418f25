import { absentSpool, type readOwnSide } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { assertParty, sideOf } from '../../domain/model/viewer.ts'
import { currentSpool, type ReadDeps } from '../../flows/current-spool.ts'

/** Answers a party in its own name, so that a key that has ended is refused as everywhere. */
export function handleReadOwnSide(deps: ReadDeps): Handler<typeof readOwnSide> {
  return async ({ spoolId }, { principal }) => {
    const current = await currentSpool(deps, spoolId, principal)
    if (current === null) throw absentSpool()
    return { side: sideOf(assertParty(current.spool, principal).party.role) }
  }
}
