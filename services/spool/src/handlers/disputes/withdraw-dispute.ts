import { withdrawDispute as withdrawDisputeCommand } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { withdrawDispute } from '../../domain/disputes/withdraw-dispute.ts'
import { changeDispute, replyOfChange } from '../../flows/disputes/change-dispute.ts'
import type { ChangeDeps } from '../../flows/change-spool.ts'

export function handleWithdrawDispute(deps: ChangeDeps): Handler<typeof withdrawDisputeCommand> {
  return async ({ disputeId }, context) =>
    replyOfChange(
      await changeDispute(deps, withdrawDisputeCommand, disputeId, context, (current) =>
        withdrawDispute(current, current.now.toISOString()),
      ),
    )
}
