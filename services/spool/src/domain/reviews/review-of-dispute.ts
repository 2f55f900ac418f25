import { reviewEnded, reviewStarted } from '../disputes/reviewed-dispute.ts'
import type { Decision } from '../model/decision.ts'
import type { Review } from '../model/casework/review.ts'
import type { Spool } from '../model/spool.ts'

/** The Spool where the dispute of a review waits for it, once the review is binding. */
export function withReviewStarted(spool: Spool, review: Review, at: string): Decision {
  const { id: reviewId, disputeId, authority, expiresAt } = review
  if (disputeId === null || authority === 'advisory') return { spool, entries: [] }
  return reviewStarted(spool, { disputeId, reviewId, expiresAt }, at)
}

/** The Spool where the dispute of a binding review has ended with it: upheld, or corrected by the new receipt. */
export function withDisputeResolved(
  spool: Spool,
  review: Review,
  replacementReceiptId: string | null,
  at: string,
): Decision {
  const { id: reviewId, disputeId, authority } = review
  if (disputeId === null || authority === 'advisory') return { spool, entries: [] }
  const end =
    replacementReceiptId === null
      ? ({ outcome: 'upheld' } as const)
      : ({ outcome: 'overturned', replacementReceiptId } as const)
  return reviewEnded(spool, { disputeId, reviewId }, end, at)
}
