import { invalidState } from '@outturn/contracts'
import { withdrawReplaced } from '../model/casework/review-end.ts'
import type { Decision, Entry } from '../model/decision.ts'
import type { RunSummary, Spool } from '../model/spool.ts'
import { type Correction, supersededEntry } from './supersede-receipt.ts'

/** The run that a late receipt is of: the last one of its Spool, because what a Spool says last is its latest receipt. */
export function runToReceipt({ state: { lastRun } }: Spool, runId: string): RunSummary {
  if (lastRun?.runId === runId) return lastRun
  throw invalidState(`Run ${runId} is not the last one of its Spool.`, {
    reason: 'not_latest_run',
    remediation:
      lastRun === null
        ? 'Wait until the run has ended.'
        : `Issue the receipt of run ${lastRun.runId} instead.`,
  })
}

const byService: Entry['actor'] = { party_id: null, kind: 'service' }

/** A Spool whose last run, which ended without a receipt, has one now. Open reviews of the receipt that it replaces are over. */
export function withLateReceipt(
  spool: Spool,
  run: RunSummary,
  { receiptId, correction, at }: { receiptId: string; correction: Correction | null; at: string },
): Decision {
  const issued: Decision = {
    spool: {
      ...spool,
      state: {
        ...spool.state,
        lastRun: { ...run, receiptId },
        latestReceiptId: receiptId,
        latestReceiptAt: at,
        receiptStatuses: {},
      },
    },
    entries: [
      { type: 'receipt.issued', at, actor: byService, data: { run_id: run.runId, receipt_id: receiptId } },
      ...(correction === null ? [] : [supersededEntry(correction, receiptId, at)]),
    ],
  }
  return withdrawReplaced(issued, receiptId, at)
}
