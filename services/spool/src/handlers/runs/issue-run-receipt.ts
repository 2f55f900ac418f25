import { absent, issueRunReceipt, Refusal } from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { issuedReceipt } from '../../adapters/signing.ts'
import { runByWorker } from '../../adapters/verification.ts'
import type { SpoolDeps } from '../../deps.ts'
import type { Spool } from '../../domain/model/spool.ts'
import { runToReceipt, withLateReceipt } from '../../domain/receipts/late-receipt.ts'
import { type Correction, correctionByRun } from '../../domain/receipts/supersede-receipt.ts'
import { changeAndReply } from '../../flows/change-spool.ts'
import { inlineContents, runJobOf } from '../../flows/runs/frozen-run.ts'
import { loadFrozenRun } from '../../flows/runs/load-frozen-run.ts'
import { receiptRequest } from '../../flows/receipt-request.ts'
import { findProcess } from '../../store/process-store.ts'
import type { RunProcess } from '../../store/run-process.ts'

/**
 * The receipt of a run that ended while signing was off, from the record of that run. It is dated as it is issued: its
 * key may be younger than the run.
 */
export function handleIssueRunReceipt(deps: SpoolDeps): Handler<typeof issueRunReceipt> {
  return async ({ runId }, context) => {
    const process = await findProcess(deps.pool, runId)
    if (process === null) throw absent('There is no such run.')
    const { spoolId } = process
    let receiptId = ''
    return changeAndReply(
      deps,
      issueRunReceipt,
      { spoolId },
      context,
      async ({ spool, now }) => {
        const run = runToReceipt(spool, runId)
        if (run.receiptId !== null) {
          receiptId = run.receiptId
          return { spool, entries: [] }
        }
        const at = now.toISOString()
        const correction = correctionByRun(spool)
        receiptId = await signedOnce(deps, { spool, process, correction, at }, context)
        return withLateReceipt(spool, run, { receiptId, correction, at })
      },
      { answer: () => ({ spoolId, runId, receiptId }), isForStranger: true },
    )
  }
}

type LateReceipt = { spool: Spool; process: RunProcess; correction: Correction | null; at: string }

/** A receipt that was signed before this service could record it is the receipt of the run. */
async function signedOnce(
  deps: SpoolDeps,
  { process, correction, at }: LateReceipt,
  context: CommandContext,
): Promise<string> {
  const frozen = await loadFrozenRun(deps, process, inlineContents)
  const { principal, requestId, deadline } = context
  // Each asking is a job of its own; the worker answers with what it has recorded.
  const now = deps.clock.now()
  const result = await runByWorker(deps, runJobOf(frozen, deps.slug, { deadline, now }), now.getTime())
  if (result.status === 'failed') throw new Refusal(result.code, result.message)
  const recoveryEpoch = await deps.epochs.now(context)
  const request = receiptRequest(deps, frozen, result, { issuedAt: at, correction, recoveryEpoch })
  try {
    return (await issuedReceipt(deps, request, { principal, requestId, deadline })).receiptId
  } catch (error) {
    const known = error instanceof Refusal ? error.options.details?.['receipt_id'] : undefined
    if (typeof known === 'string') return known
    throw error
  }
}
