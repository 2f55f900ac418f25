import { addDisputeStatement } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { addStatement } from '../../domain/disputes/add-statement.ts'
import { changeDispute, replyOfChange } from '../../flows/disputes/change-dispute.ts'
import type { ChangeDeps } from '../../flows/change-spool.ts'

export function handleAddDisputeStatement(deps: ChangeDeps): Handler<typeof addDisputeStatement> {
  return async ({ disputeId, request }, context) =>
    replyOfChange(
      await changeDispute(deps, addDisputeStatement, disputeId, context, (current) =>
        addStatement(
          current,
          { detail: request.detail, evidenceRefs: request.evidence ?? [] },
          { at: current.now.toISOString(), digestOf: deps.hashes.text },
        ),
      ),
    )
}
