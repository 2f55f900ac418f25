import { respondToDispute } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SpoolDeps } from '../../deps.ts'
import { answerDispute } from '../../domain/disputes/answer-dispute.ts'
import { changeDispute } from '../../flows/disputes/change-dispute.ts'
import { withCorrection } from '../../flows/disputes/correct-receipt.ts'
import { driveChanged } from '../../flows/runs/open-run.ts'
import { answerOf } from '../../wire/dispute-request.ts'

/** Takes the answer of a party; where both agree on another receipt, answers once that is there. */
export function handleRespondToDispute(deps: SpoolDeps): Handler<typeof respondToDispute> {
  return async ({ disputeId, request }, context) => {
    const facts = { digestOf: deps.hashes.text }
    const changed = await changeDispute(deps, respondToDispute, disputeId, context, (current) => {
      const answered = answerDispute(current, answerOf(request), { ...facts, at: current.now.toISOString() })
      return withCorrection(deps, current, answered, 'counterparty', context)
    })
    return driveChanged(deps, changed, context)
  }
}
