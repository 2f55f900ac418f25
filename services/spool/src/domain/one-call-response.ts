import type { RunOutcome } from '@outturn/checkers'
import type { CommandOutput, issueReceipt, OneCallResponse } from '@outturn/contracts'
import { decisionAuthorityOf, type Spool } from './spool.ts'
import { flagsOf, nextStepOf } from './standing.ts'

/** The answer to a one-call verification: verdict, what was earned, the receipt, and who does what next. */
export function oneCallResponse(
  spool: Spool,
  outcome: RunOutcome,
  issued: CommandOutput<typeof issueReceipt>,
  now: Date,
  publicUrl: string,
): OneCallResponse {
  const flags = flagsOf(spool, now)
  const hint = spool.standing.lastRun?.hint ?? null
  return {
    spool_id: spool.id,
    earned_cents: outcome.earnedCents,
    accepted: outcome.accepted,
    rejected: outcome.rejected,
    rejections: [...outcome.rejections],
    ...(outcome.rejectionsTruncated && { rejections_truncated: true }),
    receipt: issued.receipt,
    receipt_url: `${publicUrl}/r/${issued.receiptId}`,
    verification_run_id: outcome.runId,
    ...flags,
    next_step: nextStepOf(spool, flags),
    decision_authority: decisionAuthorityOf(spool.agreement.conditions),
    ...(hint !== null && { corrective_hint: hint }),
    attestation: issued.attestation,
  }
}
