import type { RunOutcome } from '@outturn/agreement'
import type { OneCallResponse } from '@outturn/contracts'
import { decisionAuthorityOf, type Spool } from '../lifecycle/spool.ts'
import { currentHint, flagsOf } from '../lifecycle/flags.ts'
import { nextStepOf } from './next-step.ts'
import { type Issued, runResult, type Unread } from './verified-spool.ts'

/** The answer to a one-call verification: verdict, what was earned, the receipt, and who does what next. */
export function oneCallResponse(
  spool: Spool,
  outcome: RunOutcome,
  issued: Issued,
  now: Date,
  publicUrl: string,
): Unread<OneCallResponse> {
  const flags = flagsOf(spool, now)
  const hint = currentHint(spool, flags)
  return {
    spool_id: spool.id,
    ...runResult(outcome, issued, publicUrl),
    ...flags,
    next_step: nextStepOf(spool, flags, now),
    decision_authority: decisionAuthorityOf(spool.agreement.conditions),
    ...(hint !== null && { corrective_hint: hint }),
  }
}
