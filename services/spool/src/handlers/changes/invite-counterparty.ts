import { inviteCounterparty } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inviteCounterparty as invite } from '../../domain/lifecycle/counterparty-slot.ts'
import { counterpartyOf } from '../../domain/model/viewer.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'

export function handleInviteCounterparty(deps: ChangeDeps): Handler<typeof inviteCounterparty> {
  return ({ invitationId, ...target }, context) =>
    changeAndReply(
      deps,
      inviteCounterparty,
      target,
      context,
      ({ spool, viewer, now }) => invite(spool, viewer, invitationId, now),
      { answer: ({ spool }) => ({ spoolId: spool.id, partyId: counterpartyOf(spool).partyId }) },
    )
}
