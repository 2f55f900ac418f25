import { millisecondFrom } from '@outturn/checkers'
import type { ReceiptStatusName, Side } from '@outturn/vocabulary'
import { unansweredDisputes } from '../model/casework/dispute.ts'
import { requiresFacts } from '../model/casework/required-sources.ts'
import { isHeld } from '../model/hold.ts'
import { maxEvidenceItems, submittedBy } from '../model/held-items.ts'
import { deliveringSide } from '@outturn/evaluation'
import type { Condition, Spool, SpoolState } from '../model/spool.ts'

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
  const { countedRuns, openRun } = spool.state
  if (countedRuns >= finality.max_runs) return true
  if (finality.mode === 'first_verdict' && countedRuns > 0) return true
  const end = finalityEnd(spool)
  return end !== null && openRun === null && now.toISOString() >= end
}

/** The millisecond in which the agreement admits no further run; null where it names no time. */
export function finalityEnd({ agreement: { finality } }: Pick<Spool, 'agreement'>): string | null {
  return finality.closes_at === null ? null : millisecondFrom(finality.closes_at)
}

/** The side whose evidence a condition is judged on. */
export function supplyingSide({ evidence_requirements: agreed = [] }: Condition): Side {
  return deliveringSide({ evidence_requirements: agreed })
}

/** Whether a further delivery could be of use here: there is something to hold it against, and room for it. */
export function takesEvidence({ agreement, state }: Spool): boolean {
  const sides = agreement.conditions.map((condition) => supplyingSide(condition))
  return sides.some((side) => submittedBy(side, state) < maxEvidenceItems)
}

/** Whether there is evidence, a confirmation or a result that the last run has not seen. */
export function hasNews({ state: { lastRun, newestEvidenceAt } }: Spool): boolean {
  return lastRun !== null && (newestEvidenceAt ?? '') > lastRun.evidenceUpTo
}

/**
 * What the last run says is to be fixed, while evidence can still fix it and none has come since; where nothing can, that another Spool
 * is to be agreed on.
 */
export function currentHint(spool: Spool, { terminal }: Flags): string | null {
  const { lastRun, status } = spool.state
  if (lastRun === null) return null
  const isWithdrawn = status.outcome === 'cancelled' || status.outcome === 'expired'
  const isLost = lastRun.isIrremediable && lastRun.result === 'fail' && !isWithdrawn
  if (isLost) return lastRun.hint
  if (terminal || hasNews(spool) || !takesEvidence(spool)) return null
  return lastRun.hint
}

/** The Spool with the hint of its last run as those read it who see the evidence. */
export function withSightings(spool: Spool): Spool {
  const { lastRun } = spool.state
  const { hintWithSightings: hint } = lastRun ?? {}
  return lastRun === null || hint === undefined
    ? spool
    : { ...spool, state: { ...spool.state, lastRun: { ...lastRun, hint } } }
}

/** Whether a condition is judged by what the service itself observes, so that a run needs no evidence. */
export function observesByItself({ agreement }: Spool): boolean {
  return agreement.conditions.some((condition) => isObserved(condition))
}

/** Whether the agreement names what the service looks at for a condition, or whose facts it takes, so that no party sends evidence for it. */
export function isObserved(condition: Condition): boolean {
  const { deterministic_check: check } = condition
  return (check?.checker === 'http_status' && check.url !== undefined) || requiresFacts(condition)
}

/** Whether there is anything that was submitted or said: evidence, a confirmation or an outside result. */
export function hasMaterial(spool: Spool): boolean {
  const { confirmations, externalResults, evidenceCount, buyerEvidenceCount } = spool.state
  if (evidenceCount + buyerEvidenceCount > 0) return true
  return Object.keys(confirmations).length > 0 || Object.keys(externalResults).length > 0
}

/** The side that asked to cancel a committed Spool and waits for the answer of the other one; null where none does. */
export function cancelRequestOf(spool: Spool): Side | null {
  const { status, cancelConsents } = spool.state
  const [side = null] = cancelConsents
  const isOpen = status.outcome === 'active' && status.settlement === 'committed' && !hasMaterial(spool)
  return isOpen ? side : null
}

/** Status of the receipt that certifies the last run; null where none does. */
export function certificateOf({ lastRun, receiptStatuses }: SpoolState): ReceiptStatusName | null {
  const receiptId = lastRun?.receiptId ?? null
  return receiptId === null ? null : (receiptStatuses[receiptId] ?? 'active')
}

/** Whether all that the last run earned was settled with receipts of this Spool. */
export function isSettledByReceipts({ lastRun, settledCents }: SpoolState): boolean {
  const earned = lastRun?.earnedCents ?? 0
  return earned > 0 && settledCents >= earned
}

/** What was settled beyond what the latest receipt says was earned, in cents: a correction moves no money back. */
export function overpaidCents(state: SpoolState): number {
  if (certificateOf(state) !== 'active') return 0
  return Math.max(0, state.settledCents - (state.lastRun?.earnedCents ?? 0))
}

/** What a receipt says was earned beyond what was settled before it, in cents; 0 where nothing was settled yet. */
export function outstandingCents(state: SpoolState): number {
  if (certificateOf(state) !== 'active' || state.settledCents === 0) return 0
  return Math.max(0, (state.lastRun?.earnedCents ?? 0) - state.settledCents)
}

/** Whether what the last run earned may be settled, by its verdict, its receipt and how the Spool stands; an open case may hold it. */
export function leavesSomethingToSettle({ state }: Spool): boolean {
  const { status, lastRun } = state
  const isPaid = status.settlement === 'settled' || status.settlement === 'voided'
  return (
    (lastRun?.earnedCents ?? 0) > 0 &&
    (lastRun?.result === 'pass' || lastRun?.result === 'partial') &&
    (status.outcome === 'active' || status.outcome === 'completed') &&
    certificateOf(state) === 'active' &&
    !isPaid
  )
}

export function flagsOf(spool: Spool, now: Date): Flags {
  const { status, lastRun, countedRuns, openRun } = spool.state
  const { conditions, finality } = spool.agreement
  const isPaid = status.settlement === 'settled' || status.settlement === 'voided'
  const terminal =
    status.outcome !== 'active' ||
    lastRun?.result === 'pass' ||
    isFinalityClosed(spool, now) ||
    status.settlement === 'releasing' ||
    isPaid ||
    (lastRun?.result === 'fail' && lastRun.isIrremediable)
  const isOpen = status.agreement === 'accepted' && status.outcome === 'active' && !terminal
  // A confirmation may come with the very call that asks for the run.
  const takesConfirmation = conditions.some((c) => c.verification_method === 'human_confirmed')
  return {
    terminal,
    settlement_eligible: leavesSomethingToSettle(spool) && !isHeld(spool.state),
    can_resubmit_evidence: isOpen && takesEvidence(spool),
    can_rerun:
      isOpen &&
      (hasMaterial(spool) || takesConfirmation || observesByItself(spool)) &&
      countedRuns < finality.max_runs &&
      (openRun !== null || unansweredDisputes(spool.state).length === 0),
  }
}
