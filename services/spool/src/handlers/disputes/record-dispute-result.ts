import { recordDisputeResult } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { assertProven } from '../../adapters/verification.ts'
import type { SpoolDeps } from '../../deps.ts'
import { decideByJudge, readDisputeResult } from '../../domain/disputes/dispute-result.ts'
import { changeDispute } from '../../flows/disputes/change-dispute.ts'
import { withCorrection } from '../../flows/disputes/correct-receipt.ts'
import { driveChanged } from '../../flows/runs/open-run.ts'
import { resultOf } from '../../wire/dispute-request.ts'

/** Takes the proven decision of the judge that the agreement names for disputes. */
export function handleRecordDisputeResult(deps: SpoolDeps): Handler<typeof recordDisputeResult> {
  return async ({ disputeId, request }, context) => {
    const changed = await changeDispute(deps, recordDisputeResult, disputeId, context, async (current) => {
      const sent = resultOf(request)
      const judged = readDisputeResult(current, sent, { slug: deps.slug, now: current.now })
      await assertProven(deps, judged, request.proof, context)
      const decided = decideByJudge(current, sent, current.now.toISOString())
      return withCorrection(deps, current, decided, 'external', context)
    })
    return driveChanged(deps, changed, context)
  }
}
