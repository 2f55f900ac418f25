export const agreementStates = ['draft', 'proposed', 'accepted', 'declined', 'cancelled', 'expired'] as const

export const fulfillmentStates = [
  'pending',
  'in_progress',
  'evidence_submitted',
  'fulfilled',
  'partially_fulfilled',
  'unfulfilled',
] as const

export const verificationStates = [
  'pending',
  'awaiting_confirmation',
  'pass',
  'partial',
  'fail',
  'uncertain',
] as const

export const settlementStates = [
  'uncommitted',
  'committed',
  'awaiting_signature',
  'releasing',
  'partially_settled',
  'settled',
  'voided',
  'failed',
] as const
export type SettlementState = (typeof settlementStates)[number]

/** How a Spool ended. */
export const closedOutcomes = ['completed', 'cancelled', 'expired'] as const

export const outcomeStates = ['active', ...closedOutcomes] as const

export const actionNames = [
  'propose',
  'accept',
  'decline',
  'amend',
  'quote',
  'cancel',
  'abandon',
  'commit',
  'evidence',
  'verify',
  'external-result',
  'onboard-provider',
  'complete',
] as const
export type ActionName = (typeof actionNames)[number]

export const nextStepTypes = [
  'settle',
  'submit_evidence',
  'rerun_allowed',
  'await_confirmation',
  'sign_settlement',
  'terminal',
  'new_spool',
] as const

/** Who takes the next step. */
export const nextStepActors = ['buyer', 'provider', 'verifier', 'none'] as const

/** How a wallet settles: its runtime signs after the verdict, or it granted the authority before. */
export const settlementModes = ['direct_eip3009', 'unattended_outcome_settlement'] as const
export type SettlementMode = (typeof settlementModes)[number]

/** What became of the last hold of money on a card: asked for, waiting for its buyer, there, taken, or how it ended. */
export const cardHoldStates = [
  'requested',
  'open',
  'held',
  'captured',
  'canceled',
  'declined',
  'expired',
  'failed',
  'lapsed',
] as const

/** Why what was earned cannot be taken by card: another amount was taken, or it is too little. */
export const cardProblems = ['amount_mismatch', 'below_minimum'] as const

/** The transfers that a settlement is made of. */
export const settlementLegs = ['seller', 'fee'] as const

/** What the history of a Spool records, by the type of its events. */
export const spoolEventTypes = {
  'spool.created': 'A party created the Spool.',
  'spool.proposed': 'The creator proposed the agreement to the other party.',
  'spool.accepted': 'A party accepted the agreement.',
  'spool.declined': 'A party declined the agreement.',
  'spool.amended': 'A party changed the conditions before they were accepted.',
  'spool.cancelled': 'The Spool was cancelled.',
  'spool.cancel_requested': 'A party asked the other one to cancel.',
  'spool.cancel_declined': 'The request to cancel was declined or withdrawn.',
  'spool.abandoned': 'A party ended the Spool; nothing more can be delivered.',
  'spool.expired': 'The proposal expired before it was accepted.',
  'spool.completed': 'The Spool was completed.',
  'quote.created': 'A quote fixed the price of the agreed work.',
  'quote.superseded': 'A new quote replaced the one before.',
  'counterparty.invited': 'The creator made an invitation for the other party.',
  'counterparty.assigned': 'The other party took its seat.',
  'evidence.submitted': 'Evidence was delivered.',
  'evidence.withdrawn': 'The content of an evidence item was deleted; its digest stays.',
  'confirmation.recorded': 'A person confirmed or rejected a condition.',
  'confirmation.voided': 'A confirmation became void, because what was delivered has changed.',
  'external_result.recorded': 'The result of an outside judge was recorded.',
  'verification.requested': 'A verification run was requested.',
  'verification.awaiting_confirmation': 'The verification waits for confirmations.',
  'verification.completed': 'A verification run ended with a verdict.',
  'verification.failed': 'A verification run ended without a verdict. Nothing is charged for it.',
  'verification.finalized': 'The verdict became final.',
  'receipt.issued': 'A receipt was issued.',
  'receipt.superseded': 'A receipt was replaced by another one.',
  'receipt.revoked': 'A receipt was revoked.',
  'settlement.committed': 'The buyer committed to pay what is earned.',
  'settlement.released': 'What was earned was released for payment.',
  'settlement.signature_requested': 'The buyer was asked to sign the transfers.',
  'settlement.signed': 'The buyer signed the transfers.',
  'settlement.leg_paid': 'One transfer of the settlement was paid.',
  'settlement.payment_dropped': 'The chain dropped a payment or replaced it.',
  'settlement.blocked': 'The settlement cannot go on until its problem is solved.',
  'settlement.checkout_opened': 'The page on which the buyer authorizes a card was opened.',
  'settlement.checkout_ended':
    'The page on which the buyer authorizes a card ended without an authorization.',
  'settlement.hold_expiring': 'The hold on the card ends soon.',
  'settlement.hold_lapsed': 'The hold on the card ended before it was captured.',
  'settlement.settled': 'Everything that is due was paid.',
  'settlement.failed': 'The settlement failed.',
  'settlement.voided': 'The settlement ended without a payment.',
  'source.bound': 'A party registered a source for this Spool, or the agreement names the source.',
  'claims.recorded': 'The provider recorded claims.',
  'claims.matched': 'The claims were matched with the facts.',
  'dispute.opened': 'A party disputed a receipt.',
  'dispute.answered': 'A party answered a dispute or added a statement to it.',
  'dispute.under_review': 'A reviewer whom both parties accept looks at a dispute.',
  'dispute.hold_ended': 'A dispute goes on and no longer holds the money.',
  'dispute.resolved': 'A dispute ended.',
  'discrepancy.opened': 'A discrepancy between claims, facts and evidence was recorded.',
  'discrepancy.proposed': 'A side asked to close a blocking discrepancy.',
  'discrepancy.resolved': 'A discrepancy was resolved.',
  'discrepancy.dismissed': 'A discrepancy was dismissed.',
  'discrepancy.lapsed': 'A blocking discrepancy became a warning at its end.',
  'review.requested': 'A party asked a person to review a receipt.',
  'review.consented': 'The other party agreed to the reviewer.',
  'review.upheld': 'A reviewer upheld the receipt.',
  'review.overturned': 'A reviewer overturned the receipt.',
  'review.needs_evidence': 'A reviewer could not decide without further evidence.',
  'review.expired': 'A review ended without a decision.',
  'review.withdrawn': 'A review was withdrawn.',
  'provider.onboarding_started': 'The seller began to set up payouts.',
  'provider.payouts_changed': 'The ability of the seller to receive payouts changed.',
} as const
export type SpoolEventType = keyof typeof spoolEventTypes
