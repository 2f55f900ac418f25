/** What happened to a receipt after it was issued. A status only gets worse. */
export const worseReceiptStatuses = ['corrected', 'revoked'] as const
export type WorseReceiptStatus = (typeof worseReceiptStatuses)[number]

export const receiptStatuses = ['active', ...worseReceiptStatuses] as const
export type ReceiptStatusName = (typeof receiptStatuses)[number]

/** A receipt status as the status routes answer it: an id without a receipt is `unknown`. */
export const reportedReceiptStatuses = [...receiptStatuses, 'unknown'] as const

/** Why an operator revokes a receipt. */
export const revocationCodes = ['revoked', 'evidence_withdrawn', 'key_compromise'] as const

/** Why a receipt is replaced by one over the evidence as it is now. */
export const correctionReasons = [
  'evidence_error',
  'confirmation_changed',
  'review_overturned',
  'dispute_resolved',
] as const
export type CorrectionReason = (typeof correctionReasons)[number]

/**
 * What a key signs: receipts, attestations, statements on a status, checkpoints of the log, receipts in other formats, offers and
 * receipts of payments.
 */
export const signingPurposes = ['receipt', 'attestation', 'status', 'log', 'export', 'payment'] as const

/** Purposes that no verification is signed without. */
export const verificationPurposes = ['receipt', 'attestation'] as const satisfies readonly SigningPurpose[]
export type SigningPurpose = (typeof signingPurposes)[number]

/** The states of a published key. */
export const keyStatuses = ['active', 'retiring', 'retired', 'revoked'] as const
export type KeyStatus = (typeof keyStatuses)[number]
