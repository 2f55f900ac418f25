import { absentSpool, type readInvitedSlot } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { currentSpool, type ReadDeps } from '../../flows/current-spool.ts'

/** What the holder of an invitation may know of it; the gateway has checked the invitation. */
export function handleReadInvitedSlot(deps: ReadDeps): Handler<typeof readInvitedSlot> {
  return async ({ spoolId, partyId }, { principal }) => {
    const current = await currentSpool(deps, spoolId, principal)
    const party = current?.spool.agreement.parties.find((each) => each.partyId === partyId)
    if (current === null || party === undefined) throw absentSpool()
    const isClosed = current.spool.state.status.outcome !== 'active'
    const slot = party.accountId === null ? 'free' : 'taken'
    return { shareId: current.spool.shareId, slot: isClosed ? 'closed' : slot }
  }
}
