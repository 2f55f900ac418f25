import type { ReceiptStatusName, WorseReceiptStatus } from '@outturn/vocabulary'
import type { ReceiptStatusV1 } from '@outturn/contracts'

/** What became of a receipt after its issue. */
export type StatusChange = {
  readonly status: WorseReceiptStatus
  /** Advisory code for readers. */
  readonly code: string
  readonly message: string
  /** RFC 3339 in UTC. */
  readonly at: string
  readonly replacementReceiptId: string | null
}

/** Everything that is recorded about an issued receipt beside its text. */
export type ReceiptState = {
  /** Oldest first. */
  readonly changes: readonly StatusChange[]
  readonly consumptions: number
  /** When the key that signed it was revoked; null while it was not. */
  readonly keyRevokedAt: string | null
  /** When a party disputed it; null while no dispute is open. */
  readonly disputedAt: string | null
  /** Its evidence items whose content was deleted, the oldest first. */
  readonly withdrawals: readonly { readonly evidenceId: string; readonly at: string }[]
  /** When a binding review of it began; null while none is open. */
  readonly underReviewAt: string | null
  /** When a binding review upheld it; null where none did. */
  readonly upheldAt: string | null
}

/** A receipt of which no news came. */
export const unnoticed = { disputedAt: null, underReviewAt: null, upheldAt: null, withdrawals: [] } as const

const states = { active: 'current', corrected: 'superseded', revoked: 'revoked' } as const

/** The status that changes amount to: a revoked receipt stays revoked, whatever else became of it. */
export function statusOf(changes: readonly StatusChange[]): ReceiptStatusName {
  if (changes.some(({ status }) => status === 'revoked')) return 'revoked'
  return changes.length > 0 ? 'corrected' : 'active'
}

/** The receipt that took the place of the one that was changed so; null where none did. */
export function replacementIn(changes: readonly StatusChange[]): string | null {
  return (
    changes.find(({ replacementReceiptId }) => replacementReceiptId !== null)?.replacementReceiptId ?? null
  )
}

/** The answer about an id that names no receipt here. */
export function unknownStatus(receiptId: string, now: Date): ReceiptStatusV1 {
  return {
    receipt_id: receiptId,
    status: 'unknown',
    advisories: [],
    checked_at: now.toISOString(),
    state: 'unknown',
  }
}

/** The status of an issued receipt, without the statement that proves it. */
export function issuedStatus(receiptId: string, receiptState: ReceiptState, now: Date): ReceiptStatusV1 {
  const status = statusOf(receiptState.changes)
  return {
    receipt_id: receiptId,
    status,
    state: states[status],
    advisories: advisoriesOf(receiptState),
    checked_at: now.toISOString(),
    consumptions_recorded: receiptState.consumptions,
  }
}

type Advisory = ReceiptStatusV1['advisories'][number]

/** What readers of a receipt are told: why it no longer counts, and that a party disputes it. */
export function advisoriesOf(receiptState: ReceiptState): Advisory[] {
  return [
    ...receiptState.changes.map(toAdvisory),
    ...keyAdvisory(receiptState),
    ...disputeAdvisory(receiptState),
    ...receiptState.withdrawals.map(toWithdrawalAdvisory),
    ...reviewAdvisories(receiptState),
  ]
}

function toAdvisory({ code, message, at, replacementReceiptId }: StatusChange): Advisory {
  return {
    code,
    message,
    at,
    ...(replacementReceiptId !== null && { replacement_receipt_id: replacementReceiptId }),
  }
}

/** The state of a receipt whose Spool a dispute holds, also where the event that says so is still to come. */
export function disputedBy(receiptState: ReceiptState, now: Date): ReceiptState {
  return { ...receiptState, disputedAt: receiptState.disputedAt ?? now.toISOString() }
}

/** The signature of such a receipt counts nowhere any more; saying so here tells its reader why. */
function keyAdvisory({ keyRevokedAt }: ReceiptState): Advisory[] {
  if (keyRevokedAt === null) return []
  const message = 'The key that signed this receipt was revoked; ask for a new receipt.'
  return [{ code: 'key_compromise', message, at: keyRevokedAt }]
}

/** A dispute says nothing of the signature: the receipt counts as before until something becomes of it. */
function disputeAdvisory({ disputedAt }: ReceiptState): Advisory[] {
  if (disputedAt === null) return []
  const message = 'A party of the Spool disputes this receipt. It stands while the dispute is open.'
  return [{ code: 'disputed', message, at: disputedAt }]
}

/** What was signed holds as before, digests and all; the content alone is gone. */
function toWithdrawalAdvisory({ evidenceId, at }: ReceiptState['withdrawals'][number]): Advisory {
  const message = `The content of evidence ${evidenceId} was deleted. The receipt stands; what was judged on that content cannot be repeated.`
  return { code: 'evidence_withdrawn', message, at, evidence_id: evidenceId }
}

/** A review says nothing of the signature either. */
function reviewAdvisories({ underReviewAt, upheldAt }: ReceiptState): Advisory[] {
  const underReview = 'A named person reviews this receipt. It stands while the review is open.'
  const upheld = 'A named person reviewed this receipt and upheld it.'
  return [
    ...(underReviewAt === null ? [] : [{ code: 'under_review', message: underReview, at: underReviewAt }]),
    ...(upheldAt === null ? [] : [{ code: 'review_upheld', message: upheld, at: upheldAt }]),
  ]
}
