import type { ReceiptStatusName, Side } from '@outturn/vocabulary'
import { centsText } from '@outturn/evaluation'
import type { NextStep } from '@outturn/contracts'
import { maxEvidenceItems } from '../evidence/held-items.ts'
import { neededConfirmations } from '../evidence/needed-confirmations.ts'
import type { Spool, SpoolState } from './spool.ts'
import { counterpartyOf, sideOf } from './viewer.ts'

/** The four booleans of every read and verification response. */
export type Flags = {
  terminal: boolean
  settlement_eligible: boolean
  can_resubmit_evidence: boolean
  can_rerun: boolean
}

/** Whether the terms of finality permit no further run. A run that was asked for in time is let finish first. */
export function isFinalityClosed(spool: Spool, now: Date): boolean {
  const { finality } = spool.agreement
  const { runs, lastRun, openRun } = spool.state
  if (runs >= finality.max_runs) return true
  if (finality.mode === 'first_verdict' && lastRun !== null) return true
  return finality.closes_at !== null && openRun === null && now.toISOString() >= finality.closes_at
}

/** Whether evidence could be of use here: there is something to hold it against, and room for it. */
function takesEvidence(spool: Spool): boolean {
  return spool.agreement.conditions.length > 0 && spool.state.evidenceCount < maxEvidenceItems
}

/** Whether there is evidence, a confirmation or a result that the last run has not seen. */
function hasNews({ state: { lastRun, newestEvidenceAt } }: Spool): boolean {
  return lastRun !== null && (newestEvidenceAt ?? '') > lastRun.evidenceUpTo
}

/** What the last run says is to be fixed, while evidence can still fix it and none has come since. */
export function currentHint(spool: Spool, { terminal }: Flags): string | null {
  if (terminal || hasNews(spool) || !takesEvidence(spool)) return null
  return spool.state.lastRun?.hint ?? null
}

/** Whether there is anything that a run could judge: evidence, a confirmation or an outside result. */
export function hasMaterial(spool: Spool): boolean {
  const { confirmations, externalResults, evidenceCount } = spool.state
  return evidenceCount > 0 || Object.keys(confirmations).length > 0 || Object.keys(externalResults).length > 0
}

/** Status of the receipt that certifies the last run; null where none does. */
function certificateOf({ lastRun, receiptStatuses }: SpoolState): ReceiptStatusName | null {
  const receiptId = lastRun?.receiptId ?? null
  return receiptId === null ? null : (receiptStatuses[receiptId] ?? 'active')
}

/** Whether all that the last run earned was settled with receipts of this Spool. */
export function isSettledByReceipts({ lastRun, settledCents }: SpoolState): boolean {
  const earned = lastRun?.earnedCents ?? 0
  return earned > 0 && settledCents >= earned
}

export function flagsOf(spool: Spool, now: Date): Flags {
  const { status, lastRun, runs } = spool.state
  const { conditions, finality } = spool.agreement
  const isPaid = status.settlement === 'settled' || status.settlement === 'voided'
  const terminal =
    status.outcome !== 'active' ||
    lastRun?.result === 'pass' ||
    isFinalityClosed(spool, now) ||
    status.settlement === 'releasing' ||
    isPaid ||
    (lastRun?.result === 'fail' && lastRun.isIrremediable)
  const settlementEligible =
    (lastRun?.earnedCents ?? 0) > 0 &&
    (lastRun?.result === 'pass' || lastRun?.result === 'partial') &&
    (status.outcome === 'active' || status.outcome === 'completed') &&
    certificateOf(spool.state) === 'active' &&
    !isPaid
  const canResubmit = status.agreement === 'accepted' && status.outcome === 'active' && !terminal
  // A confirmation may come with the very call that asks for the run.
  const takesConfirmation = conditions.some((c) => c.verification_method === 'human_confirmed')
  return {
    terminal,
    settlement_eligible: settlementEligible,
    can_resubmit_evidence: canResubmit,
    can_rerun: canResubmit && (hasMaterial(spool) || takesConfirmation) && runs < finality.max_runs,
  }
}

function step(type: NextStep['type'], actor: NextStep['actor'], reason: string): NextStep {
  return { type, action: type, actor, reason }
}

/** The side whose confirmation is awaited, or null when none is. */
function awaitedSide(spool: Spool): { side: Side; reason: string } | null {
  const { status } = spool.state
  const { agreement } = spool
  if (status.agreement === 'proposed') {
    const { role, displayName } = counterpartyOf(spool)
    return { side: sideOf(role), reason: `${displayName} has not accepted yet.` }
  }
  if (status.agreement !== 'accepted') return null
  const [needed] = neededConfirmations(spool)
  if (needed === undefined) return null
  const isAsked =
    status.verification === 'awaiting_confirmation' ||
    hasMaterial(spool) ||
    agreement.conditions.every((c) => !c.required || c.verification_method === 'human_confirmed')
  return isAsked
    ? {
        side: needed.side,
        reason: `Condition ${needed.conditionId} waits for the confirmation of the ${needed.side}.`,
      }
    : null
}

/** What happens next and who does it; the first case that matches decides. */
export function nextStepOf(spool: Spool, flags: Flags): NextStep {
  const { status, lastRun } = spool.state
  if (status.outcome === 'cancelled' || status.outcome === 'expired') {
    return step('new_spool', 'buyer', `This Spool is ${status.outcome}; agree on a new one.`)
  }
  if (status.settlement === 'awaiting_signature' || status.settlement === 'partially_settled') {
    const legs = status.settlement === 'partially_settled' ? (['fee'] as const) : (['seller', 'fee'] as const)
    return {
      ...step('sign_settlement', 'buyer', 'A settlement signature is missing.'),
      required_legs: [...legs],
    }
  }
  const awaited = flags.terminal ? null : awaitedSide(spool)
  if (awaited !== null) return step('await_confirmation', awaited.side, awaited.reason)
  if (status.agreement !== 'accepted') {
    return step('new_spool', 'buyer', 'The proposal was declined; propose it again or agree on a new one.')
  }
  if (!flags.terminal && lastRun === null) return firstStep(spool)
  if (lastRun === null || (flags.terminal && lastRun.earnedCents === 0)) {
    return step('new_spool', 'buyer', 'Nothing was earned and no further run is possible.')
  }
  if (!flags.terminal && hasNews(spool)) {
    return step('rerun_allowed', 'verifier', 'There is evidence that no run has seen.')
  }
  if (!flags.terminal && lastRun.isTransient) {
    return step('rerun_allowed', 'verifier', 'Something was out of reach during the last run; run it again.')
  }
  if (flags.terminal && isSettledByReceipts(spool.state)) {
    return step('terminal', 'none', `All that was earned is settled: ${centsText(lastRun.earnedCents)}.`)
  }
  if (flags.settlement_eligible && flags.terminal) {
    const { amount_cents: agreedCents, currency } = spool.agreement.value
    return step(
      'settle',
      'buyer',
      `Earned ${centsText(lastRun.earnedCents)} of ${centsText(agreedCents)} ${currency}.`,
    )
  }
  if (!flags.terminal) {
    if (!takesEvidence(spool)) {
      return step('new_spool', 'buyer', 'This Spool takes no more evidence; agree on a new one for the rest.')
    }
    return step('submit_evidence', 'provider', lastRun.hint ?? `The last run ended ${lastRun.result}.`)
  }
  return step('terminal', 'none', whyNothingIsDue(spool.state))
}

/** What happens on an accepted Spool that no run has judged. */
function firstStep(spool: Spool): NextStep {
  if (spool.state.openRun !== null) {
    return step('rerun_allowed', 'verifier', 'A verification is under way.')
  }
  if (hasMaterial(spool)) return step('rerun_allowed', 'verifier', 'There is evidence that no run has seen.')
  if (takesEvidence(spool)) return step('submit_evidence', 'provider', 'No evidence has been submitted.')
  return step('new_spool', 'buyer', 'This Spool has no conditions to hold work against; agree on a new one.')
}

/** Why a final verdict that earned something leaves nothing to settle. */
function whyNothingIsDue(state: SpoolState): string {
  switch (certificateOf(state)) {
    case 'revoked':
      return 'The receipt was revoked: nothing is due on it.'
    case 'corrected':
      return 'The receipt is being replaced: nothing is due on it.'
    case null:
      return 'No receipt was signed: nothing is due without one.'
    default:
      return 'Nothing is left to do.'
  }
}
