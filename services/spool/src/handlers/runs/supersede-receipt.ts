import { newSpoolName, supersedeReceipt } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { openRun } from '../../domain/runs/open-run.ts'
import { isActiveReceipt } from '../../adapters/signing.ts'
import {
  assertAnswersDispute,
  assertCorrectable,
  isHeldOffByDispute,
} from '../../domain/receipts/supersede-receipt.ts'
import { actionContextOf } from '../../domain/lifecycle/transitions.ts'
import type { SpoolDeps } from '../../deps.ts'
import { changeSpool, type Decided, type SpoolDecision } from '../../flows/change-spool.ts'
import { driveChanged, newProcess, type ReserveRun, withReservation } from '../../flows/runs/open-run.ts'

/**
 * Runs the conditions again over the evidence as it is now. The receipt of that run replaces the one that was named, in
 * the same transaction of the signer; a Spool has one run open at a time, so the chain of corrections cannot fork.
 */
export function handleSupersedeReceipt(deps: SpoolDeps): Handler<typeof supersedeReceipt> {
  return async ({ spoolId, receiptId, request }, context) => {
    const runId = derivedId('run', newSpoolName(context.commandId, await deps.epochs.known(context)))
    const { reason, advisory, evidence_ids: evidenceIds = [] } = request
    const correction = { receiptId, reason, advisory, evidenceIds }

    async function decide(
      { spool, evidence, viewer, now }: Decided,
      reserve: ReserveRun,
    ): Promise<SpoolDecision> {
      const moment = actionContextOf(spool, viewer, now)
      assertCorrectable(correction, moment, evidence)
      if (isHeldOffByDispute(reason, moment) && (await isActiveReceipt(deps, receiptId, context))) {
        assertAnswersDispute(reason, moment)
      }
      const evidenceCount = evidence.length
      const confirmed = { spool, items: [], entries: [] }
      const decision = openRun(confirmed, { runId, at: now.toISOString(), evidenceCount, askedBy: viewer })
      const asked = {
        kind: 'supersede' as const,
        askedBy: context.principal,
        attempt: spool.state.runs + 1,
        evidenceCount,
        correction,
      }
      const accountId = await reserve(spool)
      return {
        ...decision,
        opens: newProcess(deps, context, { runId, spoolId, accountId, request: asked, now }),
      }
    }

    const changed = await withReservation(deps, { runId, spoolId, kind: 'supersede' }, context, (reserve) =>
      changeSpool(deps, supersedeReceipt, { spoolId }, context, (current) => decide(current, reserve), {
        isDecidedAtOnce: true,
      }),
    )
    return driveChanged(deps, changed, context)
  }
}
