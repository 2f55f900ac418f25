import type { ErrorCode, ErrorReason } from '@outturn/contracts'
import { maxEvidenceItems, submittedBy, submittingSides } from '../model/held-items.ts'
import { minCardCents } from '@outturn/vocabulary'
import { isPaidByCard, isSettledHere } from '../model/lane.ts'
import { canBePaid, payeeFor } from '../model/payees.ts'
import { currentQuote } from '../model/current-quote.ts'
import { reviewToRun } from '../model/casework/review-state.ts'
import type { Spool } from '../model/spool.ts'
import { isDisputedByOther, openDisputes, unansweredDisputes } from '../model/casework/dispute.ts'
import { isHeld } from '../model/hold.ts'
import { certificateOf, type Flags, hasMaterial, leavesSomethingToSettle, observesByItself } from './flags.ts'
import { cardHoldOf } from './due-settlement.ts'
import { partyOn, type Viewer } from '../model/viewer.ts'

/** Everything that decides whether an action may be taken. */
export type ActionContext = { spool: Spool; viewer: Viewer; flags: Flags; now: Date }

/** A condition of an action, and how the action is refused where it does not hold. */
export type Guard = {
  readonly code: ErrorCode
  readonly reason: ErrorReason
  readonly message: string
  readonly field?: string
  readonly remediation?: string
  readonly retryAfterSeconds?: number
  holds(moment: ActionContext): boolean
}

const statusOf = ({ spool }: ActionContext) => spool.state.status

export const noOpenRun: Guard = {
  code: 'store_conflict',
  reason: 'verification_in_progress',
  message: 'A verification of this Spool is under way.',
  remediation: 'Wait for the seconds in Retry-After, read the Spool and decide again.',
  retryAfterSeconds: 1,
  holds: ({ spool }) => spool.state.openRun === null && reviewToRun(spool.state) === null,
}

export const isActive: Guard = {
  code: 'invalid_state',
  reason: 'spool_closed',
  message: 'This Spool is closed: it is no longer active.',
  remediation: 'Read the Spool to see how it ended; create a new Spool for further work.',
  holds: (moment) => statusOf(moment).outcome === 'active',
}

export const isCompleted: Guard = {
  code: 'invalid_state',
  reason: 'not_completed',
  message: 'This Spool is not completed.',
  holds: (moment) => statusOf(moment).outcome === 'completed',
}

export const isBilateral: Guard = {
  code: 'not_allowed_in_unilateral_mode',
  reason: 'unilateral_mode',
  message: 'This action needs both parties; a unilateral Spool has one.',
  holds: ({ spool }) => spool.agreement.mode === 'bilateral',
}

export const isProposed: Guard = {
  code: 'invalid_state',
  reason: 'not_proposed',
  message: 'Only a proposed Spool takes this action.',
  holds: (moment) => statusOf(moment).agreement === 'proposed',
}

export const isProposable: Guard = {
  code: 'invalid_state',
  reason: 'not_proposable',
  message: 'Only a draft, declined or proposed Spool can be proposed.',
  holds: (moment) => ['draft', 'declined', 'proposed'].includes(statusOf(moment).agreement),
}

export const isAccepted: Guard = {
  code: 'invalid_state',
  reason: 'not_accepted',
  message: 'The agreement has not been accepted.',
  holds: (moment) => statusOf(moment).agreement === 'accepted',
}

export const isNotDraft: Guard = {
  code: 'invalid_state',
  reason: 'draft',
  message: 'A draft is cancelled, not abandoned.',
  holds: (moment) => statusOf(moment).agreement !== 'draft',
}

export const isCancellable: Guard = {
  code: 'invalid_state',
  reason: 'not_cancellable',
  message: 'Only a draft, a proposal or an accepted agreement can be cancelled.',
  holds: (moment) => ['draft', 'proposed', 'accepted'].includes(statusOf(moment).agreement),
}

export const hasNothingDelivered: Guard = {
  code: 'invalid_state',
  reason: 'evidence_submitted',
  message: 'Evidence has been submitted; the Spool can be abandoned, not cancelled.',
  holds: ({ spool }) => !hasMaterial(spool),
}

export const isUncommitted: Guard = {
  code: 'invalid_state',
  reason: 'settlement_committed',
  message: 'The settlement of this Spool is committed.',
  holds: (moment) => statusOf(moment).settlement === 'uncommitted',
}

export const leavesNothingReleased: Guard = {
  code: 'invalid_state',
  reason: 'settlement_committed',
  message: 'The settlement of this Spool has begun.',
  holds: (moment) => ['uncommitted', 'committed'].includes(statusOf(moment).settlement),
}

export const isNotSettledByReceipts: Guard = {
  code: 'invalid_state',
  reason: 'settled_by_receipts',
  message: 'The parties recorded a settlement with a receipt of this Spool.',
  remediation: 'Settle the rest outside this service too, and record it with the receipt.',
  holds: ({ spool }) => spool.state.settledCents === 0,
}

export const leavesSomethingDue: Guard = {
  code: 'invalid_state',
  reason: 'verification_terminal',
  message: 'The verdict is final, and nothing can be settled by it.',
  remediation: 'Read the Spool for its verdict and the status of its receipt.',
  // A commitment moves no money, so nothing that holds it keeps anyone from it.
  holds: ({ flags, spool }) => !flags.terminal || leavesSomethingToSettle(spool),
}

export const isWalletFunded: Guard = {
  code: 'wrong_funding_lane',
  reason: 'not_wallet_funded',
  message: 'The parties of this Spool settle by its receipt, not from a wallet.',
  remediation: 'Leave this to Spools whose lane has funding wallet_authority.',
  holds: ({ spool }) => spool.agreement.lane?.funding === 'wallet_authority',
}

export const takesSignatures: Guard = {
  code: 'invalid_state',
  reason: 'not_awaiting_signature',
  message: 'The settlement of this Spool waits for no signature.',
  remediation: 'Read the Spool: its next_step says when signatures are needed.',
  holds: (moment) =>
    ['awaiting_signature', 'releasing', 'partially_settled', 'settled'].includes(statusOf(moment).settlement),
}

export const takesGrant: Guard = {
  code: 'invalid_state',
  reason: 'settlement_under_way',
  message: 'The settlement of this Spool takes no grant any more.',
  remediation: 'Read the Spool: its next_step says what the settlement waits for.',
  holds: (moment) => ['uncommitted', 'committed', 'releasing'].includes(statusOf(moment).settlement),
}

export const isNotHeld: Guard = {
  code: 'invalid_state',
  reason: 'settlement_held',
  message:
    'An open dispute or discrepancy of this Spool holds its money: nothing is settled before it has ended.',
  remediation: 'Sign nothing meanwhile: the next_step of the Spool names what holds it, and when that ends.',
  holds: ({ spool }) => !isHeld(spool.state),
}

export const isCertified: Guard = {
  code: 'invalid_state',
  reason: 'receipt_not_active',
  message: 'The receipt that says what was earned is no longer active.',
  remediation: 'Sign nothing: read the status of the receipt.',
  holds: ({ spool }) => certificateOf(spool.state) === 'active',
}

/** Whether a party that disputes a receipt has agreed to end its Spool all the same. */
const hasConsentOfDisputers = ({ spool: { state } }: ActionContext): boolean =>
  openDisputes(state).every(({ side }) => state.cancelConsents.includes(side))

export const isNotDisputedByOther: Guard = {
  code: 'invalid_state',
  reason: 'dispute_open',
  message: 'The other party disputes a receipt of this Spool, so only that party can end it now.',
  remediation:
    'Read the dispute in open_disputes: wait until its deadline, or agree with the party that opened it.',
  holds: (moment) =>
    !isDisputedByOther(moment.spool.state, moment.viewer.sides) || hasConsentOfDisputers(moment),
}

/** A party ends a Spool alone only where the other one blocks nothing, or has agreed to the end. */
export const isNotBlockedByOther: Guard = {
  code: 'invalid_state',
  reason: 'discrepancy_open',
  message: 'The other party opened a discrepancy that blocks this Spool, so only that party can end it now.',
  remediation:
    'List the discrepancies of the Spool: agree with the other party on one that blocks, or wait until it lapses.',
  holds: ({ spool: { state }, viewer }) =>
    state.holds.every(
      ({ cause, side, blocks }) =>
        cause !== 'discrepancy' ||
        !blocks ||
        viewer.sides.includes(side) ||
        state.cancelConsents.includes(side),
    ),
}

export const answersDisputes: Guard = {
  code: 'invalid_state',
  reason: 'dispute_open',
  message:
    'A receipt of this Spool is disputed, and the provider has submitted nothing new for the conditions in dispute.',
  remediation:
    'Have the provider submit new evidence for a condition that the dispute names, or wait until the deadline of the dispute: read it in open_disputes.',
  holds: ({ spool }) => unansweredDisputes(spool.state).length === 0,
}

export const answersDisputesOfOther: Guard = {
  ...answersDisputes,
  message:
    'The other party disputes a receipt of this Spool, and the provider has submitted nothing new for the conditions in dispute.',
  holds: ({ spool, viewer }) =>
    unansweredDisputes(spool.state).every(({ side }) => viewer.sides.includes(side)),
}

export const hasNoOpenDisputeOfOther: Guard = {
  code: 'invalid_state',
  reason: 'dispute_open',
  message:
    'The other party disputes a receipt of this Spool, and that dispute is still open: it has resolved nothing yet.',
  remediation:
    'Wait until the deadline of the dispute: read it in open_disputes. Once the provider has submitted new evidence for a condition that it names, the receipt can be superseded with another reason.',
  holds: ({ spool, viewer }) => !isDisputedByOther(spool.state, viewer.sides),
}

export const isNotBeingSettled: Guard = {
  code: 'invalid_state',
  reason: 'settlement_under_way',
  message: 'What the receipt says was earned is being settled.',
  remediation: 'Supersede the receipt when the settlement has ended.',
  holds: (moment) =>
    !['releasing', 'awaiting_signature', 'partially_settled'].includes(statusOf(moment).settlement),
}

export const mayMoveMoney: Guard = {
  code: 'forbidden',
  reason: 'full_scope_required',
  message: 'This moves money, which this caller may not do.',
  remediation: 'Use a key of scope full, or have an owner of the account do it in the console.',
  holds: ({ viewer }) => viewer.mayMoveMoney,
}

export const mayMoveCommittedMoney: Guard = {
  ...mayMoveMoney,
  message: 'The settlement is committed, so a verification may move money, which this caller may not do.',
  holds: (moment) => mayMoveMoney.holds(moment) || statusOf(moment).settlement === 'uncommitted',
}

export const isNotTerminal: Guard = {
  code: 'invalid_state',
  reason: 'verification_terminal',
  message: 'The verdict on this Spool is final.',
  remediation: 'Read the Spool for its verdict and receipt; create a new Spool for further work.',
  holds: ({ flags }) => !flags.terminal,
}

export const hasConditions: Guard = {
  code: 'ambiguity_required',
  reason: 'no_conditions',
  message: 'This Spool has no conditions, so nothing can be verified.',
  field: 'conditions',
  remediation: 'Create a new Spool with at least one condition.',
  holds: ({ spool }) => spool.agreement.conditions.length > 0,
}

export const hasSomethingToJudge: Guard = {
  code: 'invalid_state',
  reason: 'nothing_to_verify',
  message: 'There is no evidence, confirmation or external result to verify.',
  remediation: 'Submit evidence, or send the confirmations of the conditions that people decide.',
  holds: ({ spool, viewer }) =>
    hasMaterial(spool) || observesByItself(spool) || awaitsConfirmationOf(spool, viewer),
}

/** Whether a condition can be confirmed with this request: a required one by any caller, an optional one by its own side. */
function awaitsConfirmationOf({ agreement }: Spool, { sides }: Viewer): boolean {
  return agreement.conditions.some(
    (condition) =>
      condition.verification_method === 'human_confirmed' &&
      (condition.required || condition.confirmation_method === 'both_confirm' || sides.includes('buyer')),
  )
}

/** Whether a condition is there that a side of this caller confirms. */
function canConfirm({ agreement }: Spool, { sides }: Viewer): boolean {
  return agreement.conditions.some(
    ({ verification_method: method, confirmation_method: form }) =>
      method === 'human_confirmed' && (form === 'both_confirm' ? sides.length > 0 : sides.includes('buyer')),
  )
}

export const hasRoomForEvidence: Guard = {
  code: 'conflict',
  reason: 'evidence_limit_reached',
  message: `A Spool takes ${maxEvidenceItems} evidence items from each side.`,
  remediation: 'Verify with the evidence that is recorded; agree on a new Spool for the rest.',
  // A confirmation is given as evidence too, and needs no room.
  holds: ({ spool, viewer }) =>
    canConfirm(spool, viewer) ||
    submittingSides(spool, viewer).some((side) => submittedBy(side, spool.state) < maxEvidenceItems),
}

export const declaresJudge: Guard = {
  code: 'invalid_state',
  reason: 'no_external_judge',
  message: 'No condition of this Spool declares an outside judge.',
  holds: ({ spool }) => spool.agreement.conditions.some((c) => c.external_judge !== undefined),
}

export const isAgentWork: Guard = {
  code: 'wrong_funding_lane',
  reason: 'not_agent_work',
  message: 'Only a Spool of type agent_task is quoted.',
  holds: ({ spool }) => spool.agreement.type === 'agent_task',
}

export const hasQuoteWhereNeeded: Guard = {
  code: 'invalid_state',
  reason: 'requote_required',
  message: 'The work has no quote that matches its current terms.',
  remediation: 'The party that made the Spool asks for one with POST /api/v1/spools/{id}/quote.',
  holds: ({ spool, now }) => {
    const quote = currentQuote(spool, now)
    return spool.agreement.type !== 'agent_task' || (quote !== null && !quote.superseded)
  },
}

export const hasUnexpiredQuote: Guard = {
  code: 'invalid_state',
  reason: 'quote_expired',
  message: 'The quote has expired.',
  remediation: 'The party that made the Spool asks for a new one with POST /api/v1/spools/{id}/quote.',
  holds: ({ spool, now }) => currentQuote(spool, now)?.expired !== true,
}

export const isCardFunded: Guard = {
  code: 'invalid_state',
  reason: 'not_paid_by_card',
  message: 'Payouts of this Spool are not set up here: it is not paid by card.',
  remediation: 'Leave this to Spools whose lane has funding hosted_checkout.',
  holds: ({ spool }) => isPaidByCard(spool.agreement.lane),
}

export const settlesHere: Guard = {
  code: 'settlement_unavailable',
  reason: 'managed_settlement_disabled',
  message: 'The parties of this Spool settle by its receipt, outside this service.',
  holds: ({ spool }) => isSettledHere(spool.agreement.lane),
}

export const isTakenByCard: Guard = {
  code: 'settlement_unavailable',
  reason: 'below_card_minimum',
  message: `A card takes at least ${minCardCents} cents.`,
  remediation: 'Settle by the receipt, outside this service, and record it with the receipt.',
  holds: ({ spool, flags }) => {
    if (!isPaidByCard(spool.agreement.lane)) return true
    const { holdCents, holdFeeCents } = cardHoldOf(spool, flags)
    return holdCents + holdFeeCents >= minCardCents
  },
}

export const hasPayoutDestination: Guard = {
  code: 'payout_destination_required',
  reason: 'no_payout_destination',
  message: 'The provider cannot be paid yet: it named no settlement address, or has not set up its payouts.',
  remediation:
    'By card, have the provider follow the link of POST /api/v1/spools/{id}/onboard-provider, then commit. Otherwise settle by the receipt.',
  holds: ({ spool }) =>
    isPaidByCard(spool.agreement.lane)
      ? canBePaid(spool)
      : partyOn(spool, 'provider').settlementAddress !== undefined,
}

export const hasPayoutsToSetUp: Guard = {
  code: 'invalid_state',
  reason: 'payouts_set_up',
  message: 'The provider has set up its payouts; another link would lead to what it entered.',
  remediation:
    'Commit with POST /api/v1/spools/{id}/commit. The provider changes its payouts at the processor.',
  // An account follows a new link to its own payouts at any time; the other party does not, in place of one that has no account.
  holds: ({ spool, viewer }) => {
    const payee = payeeFor(spool, viewer)
    return payee !== partyOn(spool, 'provider').partyId || spool.state.payouts[payee] !== true
  },
}
