import type {
  ReviewDecisionName,
  ReviewEffect,
  ReviewerProof,
  ReviewOutcomeName,
  ReviewAuthority,
  ReviewStatus,
  SettlementState,
  Side,
} from '@outturn/vocabulary'
import type { Entry } from '../history.ts'
import type { Spool, SpoolState } from '../spool.ts'

/** A review of a receipt, as far as it moves or decides anything; what people wrote is kept beside the Spool. */
export type Review = {
  id: string
  receiptId: string
  /** The dispute that it is to resolve, if any. */
  disputeId: string | null
  /** The side that asked for it. */
  side: Side
  status: ReviewStatus
  authority: ReviewAuthority
  verifiedBy: ReviewerProof
  /** The conditions and units under review; null for all. */
  conditionIds: readonly string[] | null
  units: readonly number[] | null
  requestedAt: string
  expiresAt: string
  /** Null while it is requested. */
  closedAt: string | null
  /** Whether another run replaced its receipt, which withdrew it. */
  isReplaced: boolean
  /** SHA-256 of the decision as it was sent; null before. */
  decisionDigest: string | null
  effect: ReviewEffect | null
  replacementReceiptId: string | null
  /** The run that a binding decision still waits for: how many failed, and when the next one may begin. */
  rerun: { failures: number; notBefore: string } | null
}

/** What the requester wrote, and whether a mail goes to the reviewer. */
export type ReviewSaid = {
  name: string
  email: string | null
  question: string
  mail: 'not_configured' | 'no_address' | 'queued' | 'suppressed'
}

/** The decision of a reviewer, with what they wrote. */
export type ReviewSentence = {
  decision: ReviewDecisionName
  detail: string | null
  conditionOutcomes: readonly { conditionId: string; outcome: ReviewOutcomeName }[]
  unitOutcomes: readonly { conditionId: string; unit: number; outcome: ReviewOutcomeName }[]
  at: string
}

/** A review to be added, with what stands beside the Spool. */
export type NewReview = { id: string; tokenHash: string; said: ReviewSaid }

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
