import { assignParty } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { assignParty as assign } from '../../domain/lifecycle/counterparty-slot.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'

/** The gateway has checked the invitation; its holder is no party of the Spool before this. */
export function handleAssignParty(deps: ChangeDeps): Handler<typeof assignParty> {
  return ({ spoolId, ...place }, context) =>
    changeAndReply(deps, assignParty, { spoolId }, context, ({ spool, now }) => assign(spool, place, now), {
      answer: () => ({ spoolId, partyId: place.partyId }),
      isForStranger: true,
    })
}
