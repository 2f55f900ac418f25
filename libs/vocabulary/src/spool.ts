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
