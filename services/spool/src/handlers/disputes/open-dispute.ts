import { openDispute as openDisputeCommand } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { openDispute } from '../../domain/disputes/open-dispute.ts'
import type { Dispute } from '../../domain/model/spool.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { disputeView } from '../../domain/views/dispute-view.ts'
import { disputeStatementOf } from '../../wire/dispute-request.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'

/** Opens a dispute of a receipt; a verdict that comes at the same time sees it, or is what it is about. */
export function handleOpenDispute(deps: ChangeDeps): Handler<typeof openDisputeCommand> {
  return ({ spoolId, receiptId, request }, context) => {
    const disputeId = derivedId('dispute', context.commandId)
    const said = disputeStatementOf(request)
    return changeAndReply(
      deps,
      openDisputeCommand,
      { spoolId },
      context,
      (current) => openDispute(current, current.viewer, { disputeId, receiptId, said }, current.now),
      {
        answer: ({ spool }) =>
          disputeView(
            spool,
            { dispute: spool.state.disputes.at(-1) as Dispute, said, texts: [] },
            viewerOf(spool, context.principal),
          ),
      },
    )
  }
}
