import type { RunOutcome } from '@outturn/agreement'
import type {
  CommandOutput,
  issueReceipt,
  SpoolView,
  SupersededReceipt,
  VerifiedSpool,
} from '@outturn/contracts'
import type { Correction } from '../receipts/supersede-receipt.ts'

/** What the signer made of a run; null where this deployment signs nothing. */
export type Issued = CommandOutput<typeof issueReceipt> | null

/** Members that say what a run came to, under the names that one call and the verify action share. */
export function runResult(outcome: RunOutcome, issued: Issued, publicUrl: string) {
  return {
    receipt: issued?.receipt ?? null,
    receipt_url: issued === null ? null : `${publicUrl}/r/${issued.receiptId}`,
    attestation: issued?.attestation ?? null,
    verification_run_id: outcome.runId,
    earned_cents: outcome.earnedCents,
    accepted: outcome.accepted,
    rejected: outcome.rejected,
    rejections: [...outcome.rejections],
    ...(outcome.rejectionsTruncated && { rejections_truncated: true }),
    ...(issued === null && { signing: 'not_configured' as const }),
  }
}

/** An answer whose signed documents are texts, as their signer sent them. */
export type Unread<Answer> = Omit<Answer, 'receipt' | 'attestation'> & {
  receipt: NonNullable<Issued>['receipt'] | null
  attestation: NonNullable<Issued>['attestation'] | null
}

/** The answer as it is kept where its documents are kept elsewhere; null for one that has none. */
export function withoutDocuments(answer: object): object | null {
  const { receipt = null, attestation = null } = answer as Partial<Unread<VerifiedSpool>>
  return receipt === null || attestation === null ? null : { ...answer, receipt: null, attestation: null }
}

/** The answer to a verify action whose run has ended: the Spool as its caller sees it now, and the result. */
export function verifiedSpool(
  view: SpoolView,
  outcome: RunOutcome,
  issued: Issued,
  publicUrl: string,
): Unread<VerifiedSpool> {
  return { ...view, ...runResult(outcome, issued, publicUrl) }
}

/** The answer to a verify action that ran nothing, because it would judge what the last run judged: the result of that run. */
export function unchangedSpool(
  view: SpoolView,
  outcome: RunOutcome,
  receiptId: string | null,
  publicUrl: string,
): VerifiedSpool {
  const { signing, ...result } = runResult(outcome, null, publicUrl)
  return {
    ...view,
    ...result,
    receipt: null,
    attestation: null,
    ...(receiptId !== null && { receipt_url: `${publicUrl}/r/${receiptId}` }),
    ...(receiptId === null && signing !== undefined && { signing }),
    unchanged: true,
  }
}

/** The answer to a verify action that ran nothing, because confirmations are still missing. */
export function awaitingSpool(view: SpoolView): VerifiedSpool {
  return {
    ...view,
    receipt: null,
    receipt_url: null,
    attestation: null,
    verification_run_id: null,
    earned_cents: 0,
    accepted: 0,
    rejected: 0,
    rejections: [],
  }
}

/** The answer to a correction whose run has ended: the receipt that takes the place of the other. */
export function supersededReceipt(
  { receiptId }: Correction,
  outcome: RunOutcome,
  issued: Issued,
  publicUrl: string,
): Unread<SupersededReceipt> {
  const { receipt, receipt_url, attestation } = runResult(outcome, issued, publicUrl)
  // A correction ends in a receipt or fails; the driver sees to that.
  if (receipt === null || receipt_url === null || attestation === null) {
    throw new Error(`run ${outcome.runId} corrects ${receiptId} and has no receipt`)
  }
  return { receipt, receipt_url, attestation, superseded: receiptId }
}
