import type { RunOutcome } from '@outturn/agreement'
import type { OneCallResponse } from '@outturn/contracts'
import { correctiveHint } from '../hints/corrective-hint.ts'
import { decisionAuthorityOf, type Spool } from '../model/spool.ts'
import { currentHint, flagsOf, withSightings } from '../lifecycle/flags.ts'
import { fieldsFromOf } from './fields-from.ts'
import { nextStepOf } from './next-step.ts'
import { type Issued, runResult, type Unread } from './verified-spool.ts'

/**
 * What the holder of a wallet can do about the verdict that it paid for. No key reads or changes this Spool, so evidence, words and
 * further runs are for no one: another verification is.
 */
export function withoutKey(
  answer: Unread<OneCallResponse>,
  spool: Spool,
  outcome: RunOutcome,
): Unread<OneCallResponse> {
  if (answer.terminal) return answer
  const hint = correctiveHint(spool.agreement.conditions, outcome, {
    hasKey: false,
    seesEvidence: true,
  })
  const reason =
    hint ?? 'No key belongs to this Spool; pay for another verification of what is delivered next.'
  return {
    ...answer,
    can_resubmit_evidence: false,
    can_rerun: false,
    next_step: { type: 'new_spool', action: 'new_spool', actor: 'buyer', reason },
    ...(hint !== null && { corrective_hint: hint }),
  }
}

/** The answer to a one-call verification, to who sent the evidence: verdict, what was earned, the receipt, and who does what next. */
export function oneCallResponse(
  held: Spool,
  outcome: RunOutcome,
  issued: Issued,
  now: Date,
  publicUrl: string,
): Unread<OneCallResponse> {
  const spool = withSightings(held)
  const flags = flagsOf(spool, now)
  const hint = currentHint(spool, flags)
  return {
    spool_id: spool.id,
    ...runResult(outcome, issued, publicUrl),
    ...flags,
    next_step: nextStepOf(spool, flags, now),
    decision_authority: decisionAuthorityOf(spool.agreement.conditions),
    ...fieldsFromOf(spool.agreement),
    ...(hint !== null && { corrective_hint: hint }),
  }
}
