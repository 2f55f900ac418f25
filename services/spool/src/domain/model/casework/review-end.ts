import type { Decision, Entry } from '../decision.ts'
import { changeReview, openReviews, reviewEntry } from './review-state.ts'
import type { Review } from './review.ts'
import { withDispute } from './dispute.ts'
import type { Spool } from '../spool.ts'

/** Ends a review without a decision. */
export function closeReview(
  spool: Spool,
  review: Review,
  status: 'expired' | 'withdrawn',
  by: Pick<Entry, 'actor' | 'at'>,
  isReplaced = false,
): Decision {
  const closed = changeReview(spool, review.id, { status, closedAt: by.at, isReplaced })
  return {
    spool: withDisputeOpenAgain(closed, review, by.at),
    entries: [reviewEntry(`review.${status}`, review, by, isReplaced ? { reason: 'receipt_replaced' } : {})],
  }
}

const byService: Entry['actor'] = { party_id: null, kind: 'service' }

/** Withdraws the open reviews of receipts that another one replaced: their decision would change nothing. */
export function withdrawReplaced<D extends Decision>(decision: D, latestReceiptId: string, at: string): D {
  const replaced = openReviews(decision.spool.state).filter(({ receiptId }) => receiptId !== latestReceiptId)
  return replaced.reduce((made, review) => {
    const { spool, entries } = closeReview(made.spool, review, 'withdrawn', { at, actor: byService }, true)
    return { ...made, spool, entries: [...made.entries, ...entries] }
  }, decision)
}

/** The Spool after a review that did not decide its dispute: the dispute is open again. */
export function withDisputeOpenAgain(spool: Spool, { disputeId }: Review, at: string): Spool {
  const { state } = spool
  const isWaiting = state.disputes.some(({ id, status }) => id === disputeId && status === 'under_review')
  if (disputeId === null || !isWaiting) return spool
  const disputes = withDispute(state.disputes, disputeId, { status: 'open' }, { type: 'review_ended', at })
  return { ...spool, state: { ...state, disputes } }
}
