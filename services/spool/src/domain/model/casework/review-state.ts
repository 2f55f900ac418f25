import type { SettlementState } from '@outturn/vocabulary'
import type { Entry } from '../history.ts'
import type { Spool, SpoolState } from '../spool.ts'
import type { Review } from './review.ts'

type Reviews = Pick<SpoolState, 'reviews'>

export function openReviews({ reviews }: Reviews): Review[] {
  return reviews.filter(({ status }) => status === 'requested')
}

/** The open review that expires first; null where none is open. */
export function nextReviewToExpire(state: Reviews): Review | null {
  const [first = null] = openReviews(state).toSorted((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1))
  return first
}

const settling: ReadonlySet<SettlementState> = new Set([
  'releasing',
  'awaiting_signature',
  'partially_settled',
])

/**
 * The review whose decision leads to a run that could be opened now, but for a run that is under way; null where none does. While a
 * settlement is under way there is none: its money moves by the receipt that it began with.
 */
export function reviewToRun({ reviews, status }: Pick<SpoolState, 'reviews' | 'status'>): Review | null {
  if (settling.has(status.settlement)) return null
  return reviews.find(({ effect }) => effect === 'pending') ?? null
}

/** The reviews with this change of one of them. */
export function withReviewChanged(
  reviews: readonly Review[],
  id: string,
  change: Partial<Review>,
): readonly Review[] {
  return reviews.map((each) => (each.id === id ? { ...each, ...change } : each))
}

/** The Spool with this change of one of its reviews. */
export function changeReview(spool: Spool, id: string, change: Partial<Review>): Spool {
  return {
    ...spool,
    state: { ...spool.state, reviews: withReviewChanged(spool.state.reviews, id, change) },
  }
}

/** A history entry about a review. It has ids and words of closed lists only: texts stand beside the Spool. */
export function reviewEntry(
  type: Extract<Entry['type'], `review.${string}`>,
  { id, receiptId, authority, verifiedBy }: Review,
  { at, actor }: Pick<Entry, 'actor' | 'at'>,
  data: Entry['data'] = {},
): Entry {
  return {
    type,
    at,
    actor,
    data: { review_id: id, receipt_id: receiptId, standing: authority, verified_by: verifiedBy, ...data },
  }
}
