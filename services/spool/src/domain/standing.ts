import { type ActionName, actionNames, type NextStep } from '@outturn/contracts'
import type { PartyRole, Spool } from './spool.ts'

/** Who looks at a Spool: a party through a key of some scope, or somebody without one. */
export type Viewer = {
  role: PartyRole | null
  isCreator: boolean
  scope: 'full' | 'verify' | 'counterparty' | 'none'
}

/** The four booleans of every read and verification response. */
export type Flags = {
  terminal: boolean
  settlement_eligible: boolean
  can_resubmit_evidence: boolean
  can_rerun: boolean
}

function isFinalityClosed(spool: Spool, now: Date): boolean {
  const { finality } = spool.agreement
  const { runs, lastRun } = spool.standing
  if (runs >= finality.max_runs) return true
  if (finality.mode === 'first_verdict') return lastRun !== null
  return finality.closes_at !== null && now.toISOString() >= finality.closes_at
}

export function flagsOf(spool: Spool, now: Date): Flags {
  const { status, lastRun } = spool.standing
  const settled = status.settlement === 'settled' || status.settlement === 'voided'
  const terminal =
    status.outcome !== 'active' ||
    lastRun?.result === 'pass' ||
    isFinalityClosed(spool, now) ||
    status.settlement === 'releasing' ||
    settled
  const earned = lastRun?.earnedCents ?? 0
  const settlementEligible =
    earned > 0 &&
    (lastRun?.result === 'pass' || lastRun?.result === 'partial') &&
    (status.outcome === 'active' || status.outcome === 'completed') &&
    !settled
  const canResubmit = status.agreement === 'accepted' && status.outcome === 'active' && !terminal
  const hasEvidence = status.fulfillment !== 'pending' && status.fulfillment !== 'in_progress'
  return {
    terminal,
    settlement_eligible: settlementEligible,
    can_resubmit_evidence: canResubmit,
    can_rerun: canResubmit && hasEvidence && spool.standing.runs < spool.agreement.finality.max_runs,
  }
}

function step(type: NextStep['type'], actor: NextStep['actor'], reason: string): NextStep {
  return { type, action: type, actor, reason }
}

/** What happens next and who does it; the first case that matches decides. */
export function nextStepOf(spool: Spool, flags: Flags): NextStep {
  const { status, lastRun } = spool.standing
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
  if (status.agreement === 'proposed') {
    return step('await_confirmation', 'provider', 'The other party has not accepted yet.')
  }
  if (lastRun === null) {
    return status.fulfillment === 'evidence_submitted'
      ? step('rerun_allowed', 'verifier', 'Evidence is in and its verification has not finished.')
      : step('submit_evidence', 'provider', 'No evidence has been submitted.')
  }
  if (!flags.terminal && lastRun.isTransient) {
    return step('rerun_allowed', 'verifier', 'Something was out of reach during the last run; run it again.')
  }
  if (flags.settlement_eligible && (lastRun.result === 'pass' || flags.terminal)) {
    return step(
      'settle',
      'buyer',
      `Earned ${lastRun.earnedCents} of ${spool.agreement.value.amount_cents} cents.`,
    )
  }
  if (!flags.terminal) {
    return step('submit_evidence', 'provider', lastRun.hint ?? `The last run ended ${lastRun.result}.`)
  }
  if (lastRun.earnedCents === 0)
    return step('new_spool', 'buyer', 'Nothing was earned and no further run is possible.')
  return step('terminal', 'none', 'Nothing is left to do.')
}

const buyerSide = new Set<PartyRole>(['buyer', 'client'])

/** Actions that have a route today; an action without one is never offered. */
export const servedActions: ReadonlySet<ActionName> = new Set<ActionName>()

/** Actions that would succeed for this viewer now, in the fixed order of the contract. */
export function allowedActionsOf(
  spool: Spool,
  viewer: Viewer,
  flags: Flags,
  served: ReadonlySet<ActionName> = servedActions,
): ActionName[] {
  if (viewer.role === null || viewer.scope === 'none') return []
  const { status } = spool.standing
  const isFull = viewer.scope === 'full'
  const isOpen = status.outcome === 'active'
  const isProposed = status.agreement === 'proposed' && isOpen
  const isUncommitted = status.settlement === 'uncommitted'
  const isCounterSigner = !viewer.isCreator && viewer.scope !== 'verify' && isProposed
  const isDrafter = viewer.isCreator && isFull && isProposed && isUncommitted
  const isAgentWork = spool.agreement.type === 'agent_task'
  const may: Record<ActionName, boolean> = {
    propose: isDrafter,
    accept: isCounterSigner,
    decline: isCounterSigner,
    amend: isDrafter,
    quote: isDrafter && isAgentWork,
    cancel: isFull && isProposed,
    abandon: isFull && isOpen && isUncommitted && status.agreement !== 'draft',
    commit:
      isFull && buyerSide.has(viewer.role) && status.agreement === 'accepted' && isUncommitted && isOpen,
    evidence: flags.can_resubmit_evidence,
    verify: flags.can_rerun && (isFull || (viewer.scope === 'verify' && isUncommitted)),
    'external-result': false,
    'onboard-provider': false,
    complete: status.outcome === 'completed',
  }
  return actionNames.filter((action) => may[action] && served.has(action))
}
