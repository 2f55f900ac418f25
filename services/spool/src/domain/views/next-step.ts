import type { BlockReason, NextStep } from '@outturn/contracts'
import { centsText } from '@outturn/evaluation'
import type { Side } from '@outturn/vocabulary'
import { isPaidByCard, isSettledHere } from '../model/lane.ts'
import { currentQuote } from '../model/current-quote.ts'
import { unansweredDisputes } from '../model/casework/dispute.ts'
import { type Hold, lastHold } from '../model/hold.ts'
import { type NeededConfirmation, neededConfirmations } from '../confirmations/needed-confirmations.ts'
import {
  cancelRequestOf,
  certificateOf,
  currentHint,
  type Flags,
  hasMaterial,
  hasNews,
  isSettledByReceipts,
  outstandingCents,
  overpaidCents,
} from '../lifecycle/flags.ts'
import type { Spool, SpoolState } from '../model/spool.ts'
import { disputedStep, firstStep, shortfallStep } from './delivery-step.ts'
import { callVerify, evidenceUnseen, step } from './step.ts'
import { findDenial } from '../lifecycle/transitions.ts'
import { counterpartyOf, creatorOf, sideOf } from '../model/viewer.ts'

/** Who a proposal waits for: the other party, or the creator while the work lacks the quote that is accepted with it. */
function awaitedByProposal(spool: Spool, now: Date): { side: Side; reason: string } {
  const { role, displayName } = counterpartyOf(spool)
  const quote = currentQuote(spool, now)
  const isQuoted = quote !== null && !quote.superseded && !quote.expired
  if (spool.agreement.type !== 'agent_task' || isQuoted) {
    return { side: sideOf(role), reason: `${displayName} has not accepted yet.` }
  }
  const which = quote === null ? 'a quote' : quote.expired ? 'a new quote' : 'a quote for its current terms'
  return {
    side: sideOf(creatorOf(spool).role),
    reason: `The work needs ${which} before ${displayName} can accept it: POST /api/v1/spools/${spool.id}/quote.`,
  }
}

/** The side whose confirmation is awaited, or null when none is. */
function awaitedSide(spool: Spool, now: Date): { side: Side; reason: string } | null {
  const { status } = spool.state
  const { agreement } = spool
  if (status.agreement === 'proposed') return awaitedByProposal(spool, now)
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
        reason: confirmationReason(spool, needed),
      }
    : null
}

/** Whose confirmation is missing, of which condition, how it is given, and why an earlier one does not count. */
function confirmationReason({ agreement, state }: Spool, { conditionId, side }: NeededConfirmation): string {
  const condition = agreement.conditions.find(({ id }) => id === conditionId)
  const { confirmation_method: method = 'buyer_confirm', description = '' } = condition ?? {}
  const voidedBy = state.boundConfirmations[conditionId]?.[side]?.voidedBy ?? null
  const why =
    voidedBy === null
      ? `Condition ${conditionId} (${description}) waits for the confirmation of the ${side}`
      : `The ${side} confirmed condition ${conditionId} (${description}) before evidence ${voidedBy} changed what was delivered; its confirmation is void and needed again`
  return `${why}: submit evidence of type confirmation with method ${method} and the evidence_refs that were looked at, or send it with the verify action.`
}

/** What happens next and who does it; the first case that matches decides. */
export function nextStepOf(spool: Spool, flags: Flags, now: Date): NextStep {
  const { status, lastRun } = spool.state
  if (status.outcome === 'cancelled' || status.outcome === 'expired') {
    return step('new_spool', 'buyer', `This Spool is ${status.outcome}; agree on a new one.`)
  }
  const hold = flags.terminal ? lastHold(spool.state) : null
  if (hold !== null) return heldStep(spool, hold, flags, now)
  const settlement = settlementStep(spool)
  if (settlement !== null) return settlement
  if (!flags.terminal && spool.state.openRun !== null) {
    return step(
      'rerun_allowed',
      'verifier',
      'A verification is under way: read the Spool again in a few seconds.',
    )
  }
  const askedBy = cancelRequestOf(spool)
  if (askedBy !== null) return cancelStep(spool, askedBy)
  const [disputed] = flags.terminal ? [] : unansweredDisputes(spool.state)
  if (disputed !== undefined) return disputedStep(spool, disputed)
  const awaited = flags.terminal ? null : awaitedSide(spool, now)
  if (awaited !== null) return step('await_confirmation', awaited.side, awaited.reason)
  if (status.agreement === 'draft') {
    return step(
      'new_spool',
      sideOf(creatorOf(spool).role),
      'This draft leaves words of its text open; compile the text again with words that answer its questions, or propose the draft as it stands.',
    )
  }
  if (status.agreement !== 'accepted') {
    return step('new_spool', 'buyer', 'The proposal was declined; propose it again or agree on a new one.')
  }
  if (!flags.terminal && lastRun === null) return firstStep(spool)
  if (lastRun === null || (flags.terminal && lastRun.earnedCents === 0)) {
    const hint = lastRun === null ? null : currentHint(spool, flags)
    return step('new_spool', 'buyer', hint ?? 'Nothing was earned and no further run is possible.')
  }
  if (!flags.terminal && hasNews(spool)) {
    return step('rerun_allowed', 'verifier', evidenceUnseen)
  }
  if (!flags.terminal && lastRun.isTransient) {
    return step('rerun_allowed', 'verifier', `Something was out of reach during the last run. ${callVerify}`)
  }
  if (flags.terminal && isSettledByReceipts(spool.state)) {
    const settled = `All that was earned is settled: ${centsText(lastRun.earnedCents)}.`
    return step('terminal', 'none', `${settled}${overpaidNote(spool.state)}`)
  }
  if (flags.settlement_eligible && flags.terminal) {
    return dueStep(spool, lastRun.earnedCents, flags, now)
  }
  if (!flags.terminal) return shortfallStep(spool, lastRun)
  return step('terminal', 'none', whyNothingIsDue(spool.state))
}

/** Who settles what a final verdict earned, and how. */
function dueStep(spool: Spool, earnedCents: number, flags: Flags, now: Date): NextStep {
  const { id, agreement } = spool
  const { amount_cents: agreedCents, currency } = agreement.value
  const earned = `Earned ${centsText(earnedCents)} of ${centsText(agreedCents)} ${currency}.`
  if (!isSettledHere(agreement.lane)) return step('settle', 'buyer', earned)
  switch (committing(spool, flags, now)) {
    case 'needs_payouts':
      return step(
        'settle',
        'provider',
        `${earned} ${setUpPayouts(spool)} The parties may also settle by the receipt.`,
      )
    case 'possible':
      return step(
        'settle',
        'buyer',
        `${earned} Commit with POST /api/v1/spools/${id}/commit to settle it ${isPaidByCard(agreement.lane) ? 'by card' : 'from the wallet'}, or settle by the receipt.`,
      )
    default:
      return step('settle', 'buyer', `${earned} Settle it by the receipt.`)
  }
}

/** What happens while one party asks to cancel a committed Spool. */
function cancelStep({ id }: Spool, askedBy: Side): NextStep {
  const awaited = askedBy === 'buyer' ? 'provider' : 'buyer'
  return step(
    'await_confirmation',
    awaited,
    `The ${askedBy} asks to cancel. The ${awaited} confirms with POST /api/v1/spools/${id}/cancel, or refuses with POST /api/v1/spools/${id}/decline, by which the ${askedBy} takes it back too.`,
  )
}

/** What happens while something holds what a final verdict says: no money moves, and the buyer may still commit to it. */
function heldStep(spool: Spool, hold: Hold, flags: Flags, now: Date): NextStep {
  const why = whyHeld(hold)
  const isUncommitted = spool.state.status.settlement === 'uncommitted'
  const card = isUncommitted && isPaidByCard(spool.agreement.lane) ? cardStep(spool) : null
  if (card !== null) return { ...card, reason: `${why} ${card.reason}` }
  switch (committing(spool, flags, now)) {
    case 'possible':
      return step(
        'settle',
        'buyer',
        `${why} Commit with POST /api/v1/spools/${spool.id}/commit, which moves nothing yet: what was earned is settled afterwards.`,
      )
    case 'needs_payouts':
      return step('settle', 'provider', `${why} ${setUpPayouts(spool)}`)
    default:
      return proposedStep(spool, hold) ?? step('settle', 'none', why)
  }
}

/** The step of the side that can end a block now, by agreeing to what the other one proposed; null where nothing was proposed. */
function proposedStep({ state }: Spool, hold: Hold): NextStep | null {
  const side = state.discrepancies.blocks.find(({ id }) => id === hold.id)?.awaiting ?? null
  if (side === null) return null
  const other = side === 'buyer' ? 'provider' : 'buyer'
  return step(
    'settle',
    side,
    `${whyHeld(hold)} The ${other} has proposed how to close it: read it with GET /api/v1/discrepancies/${hold.id} and send the same, or propose something else.`,
  )
}

function whyHeld({ id, cause, until }: Hold): string {
  const what = cause === 'discrepancy' ? 'Discrepancy' : cause === 'review' ? 'Review' : 'Dispute'
  return `${what} ${id} holds the money until ${until}; nothing is settled before that, or before it is closed.`
}

/** Whether the buyer can commit to settle now, or could once the provider has set up its payouts. */
function committing(spool: Spool, flags: Flags, now: Date): 'possible' | 'needs_payouts' | 'impossible' {
  const viewer = {
    party: null,
    isCreator: false,
    scope: 'full',
    mayMoveMoney: true,
    sides: ['buyer'],
  } as const
  const denial = findDenial('commit', { spool, viewer, flags, now })
  if (denial === null) return 'possible'
  const isByCard = isPaidByCard(spool.agreement.lane)
  return isByCard && denial.options.reason === 'no_payout_destination' ? 'needs_payouts' : 'impossible'
}

function setUpPayouts({ id }: Spool): string {
  return `Set up the payouts of the provider with POST /api/v1/spools/${id}/onboard-provider; then the buyer commits.`
}

/** What happens while a settlement is under way, and after it; null before. */
function settlementStep(spool: Spool): NextStep | null {
  const { id, state } = spool
  const { requiredLegs = [], payments = [], blocked } = state.settlement ?? {}
  // The parties may have settled by the receipt meanwhile.
  if (state.status.settlement !== 'settled' && state.status.outcome !== 'active') return null
  if (isPaidByCard(spool.agreement.lane)) return cardStep(spool)
  switch (state.status.settlement) {
    case 'awaiting_signature':
    case 'partially_settled':
    case 'releasing': {
      if (blocked?.reason === 'receipt_not_active') return step('terminal', 'none', whyNothingIsDue(state))
      if (blocked !== undefined) return step('settle', blocked.actor ?? 'buyer', blockedReason(id, blocked))
      if (requiredLegs.length === 0) {
        return step('settle', 'none', 'The transfers are being prepared, or are on their way to the chain.')
      }
      const isFeeAlone = payments.some(({ leg }) => leg === 'seller')
      const reason = isFeeAlone
        ? 'The provider is paid. The transfer of the fee needs a fresh signature; sign no other transfer again.'
        : 'Sign the transfers of required_legs with the wallet of the buyer and send the signatures.'
      return { ...step('sign_settlement', 'buyer', reason), required_legs: requiredLegs }
    }
    case 'settled':
      return paidStep(state)
    default:
      return null
  }
}

/** What is left once a settlement is paid: nothing, or what a later receipt says beside it. */
function paidStep(state: SpoolState): NextStep {
  const outstanding = outstandingCents(state)
  if (outstanding > 0) {
    return step(
      'settle',
      'buyer',
      `${centsText(outstanding)} is outstanding by the latest receipt: settle it outside this service, and record it with the receipt.`,
    )
  }
  return step('terminal', 'none', `What was earned is paid.${overpaidNote(state)}`)
}

function overpaidNote(state: SpoolState): string {
  const overpaid = overpaidCents(state)
  return overpaid === 0
    ? ''
    : ` ${centsText(overpaid)} was paid beyond it: the parties settle that between them.`
}

/** What the buyer does about its card, and what happens with the money that is held; null where that waits for the verdict. */
function cardStep({ state }: Spool): NextStep | null {
  const card = state.settlement?.card
  switch (state.status.settlement) {
    case 'uncommitted':
      if (card?.state === 'open' && card.checkoutUrl !== null) {
        const reason =
          'Pay on the page at checkout_url. The amount is held, which shows here after some seconds, and only what is earned is taken from it.'
        return { ...step('settle', 'buyer', reason), checkout_url: card.checkoutUrl }
      }
      return card?.state === 'requested'
        ? step('settle', 'none', 'The processor of cards is being asked for a hold; read the Spool again.')
        : null
    case 'releasing':
      return step('settle', 'none', 'What was earned is being taken from the card.')
    case 'failed':
      return step(
        'settle',
        'buyer',
        'What was earned cannot be taken by card: settle it outside this service, and record it with the receipt.',
      )
    case 'settled':
      return paidStep(state)
    default:
      return null
  }
}

/** Why nothing is paid, and what the buyer does about it. */
function blockedReason(
  spoolId: string,
  { reason, message }: { reason: BlockReason; message: string },
): string {
  return reason === 'transfer_refused' ? message : `${message} ${unblock(spoolId, reason)}`
}

/** What the buyer does where nothing can be paid from its wallet, or under its grant. */
function unblock(spoolId: string, reason: BlockReason): string {
  return reason === 'insufficient_funds'
    ? 'Fund the settlement address of the buyer; what was earned is paid then.'
    : `Grant what GET /api/v1/spools/${spoolId}/settlement/grant/template asks for; what was earned is paid then.`
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
