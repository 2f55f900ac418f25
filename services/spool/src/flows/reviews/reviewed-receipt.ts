import { absentReview } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { documentsOfRun } from '../../adapters/signing.ts'
import type { SpoolDeps } from '../../deps.ts'
import type { Review } from '../../domain/model/casework/review.ts'
import type { Spool } from '../../domain/model/spool.ts'
import { reviewOf } from '../../domain/reviews/change-review.ts'
import { type ReviewedReceipt, type ShownItem, shownEvidence } from '../../domain/reviews/shown-evidence.ts'
import {
  findProcessOfReceipt,
  findReviewOfToken,
  type StoredReview,
} from '../../store/casework/review-store.ts'
import { currentSpool } from '../current-spool.ts'
import { judgedEvidence } from '../runs/frozen-run.ts'

/** A review with the receipt that it is about. */
type FoundReview = {
  readonly stored: StoredReview
  readonly review: Review
  readonly spool: Spool
  readonly receipt: ReviewedReceipt
  /** The evidence that the review shows for a condition. */
  readonly evidenceOf: (conditionId: string) => readonly ShownItem[]
}

/** The review of a link, by the hash of its token. */
export async function reviewOfToken(
  deps: SpoolDeps,
  tokenHash: string,
  context: CommandContext,
): Promise<FoundReview> {
  const stored = await findReviewOfToken(deps.pool, tokenHash)
  const current = stored === null ? null : await currentSpool(deps, stored.spoolId, context.principal)
  if (stored === null || current === null) throw absentReview()
  const { spool, evidence: held } = current
  const review = reviewOf(spool, stored.id)
  const process = await findProcessOfReceipt(deps.pool, spool.id, review.receiptId)
  if (process === null) throw absentReview()
  const asService = { ...context, principal: { kind: 'service', service: 'spool' } as const }
  const documents = await documentsOfRun(deps, process.runId, asService)
  const receipt = JSON.parse(Buffer.from(documents.receipt.bytes).toString()) as ReviewedReceipt
  const reviewed = { agreement: spool.agreement, given: judgedEvidence({ spool, held }, process), receipt }
  return { stored, review, spool, receipt, evidenceOf: shownEvidence(review, reviewed) }
}
