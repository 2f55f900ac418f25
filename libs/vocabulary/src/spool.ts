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

/** The transfers that a settlement is made of. */
export const settlementLegs = ['seller', 'fee'] as const
