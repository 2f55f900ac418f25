import { conflict, forbidden, invalidState, unprocessable } from '@outturn/contracts'
import type { ReviewerProof, ReviewAuthority, Side } from '@outturn/vocabulary'
import { latestReviewEnd, reviewableDispute } from '../disputes/reviewed-dispute.ts'
import type { Decision } from '../model/decision.ts'
import { openReviews, reviewEntry } from '../model/casework/review-state.ts'
import type { NewReview, Review, ReviewSaid } from '../model/casework/review.ts'
import type { Spool } from '../model/spool.ts'
import { withReviewStarted } from './review-of-dispute.ts'
import { sideOf, type Viewer } from '../model/viewer.ts'

const maxOpen = 3
const maxEver = 10
const defaultHours = 72
const hourMs = 3_600_000

/** What a party asks a reviewer, under which link. */
export type AskedReview = {
  reviewId: string
  receiptId: string
  disputeId: string | null
  tokenHash: string
  name: string
  email: string | null
  question: string
  conditionIds: readonly string[] | null
  units: readonly number[] | null
  expiresInHours: number | null
}

/** The side that a caller asks for. Refuses a caller that may not ask, and a receipt, address or scope that cannot be reviewed. */
export function assertMayRequestReview(spool: Spool, viewer: Viewer, asked: AskedReview): Side {
  if (viewer.party === null || viewer.scope !== 'full') {
    throw forbidden('Only a full-scope key may ask for a review.', { reason: 'full_scope_required' })
  }
  assertReviewable(spool, asked.receiptId)
  assertRoom(spool.state.reviews, asked.receiptId)
  assertIsNoParty(spool, asked.email)
  assertScope(spool, asked)
  if (asked.disputeId !== null) reviewableDispute(spool, asked.disputeId)
  return sideOf(viewer.party.role)
}

/** The Spool with a new review of its latest receipt. */
export function requestReview(
  spool: Spool,
  viewer: Viewer,
  asked: AskedReview,
  mail: ReviewSaid['mail'],
  now: Date,
): Decision & { review: NewReview } {
  const side = assertMayRequestReview(spool, viewer, asked)
  const { reviewId: id, receiptId, tokenHash, name, email, question, conditionIds, units } = asked
  const at = now.toISOString()
  const verifiedBy = mail === 'queued' || mail === 'suppressed' ? 'email' : 'link'
  const review: Review = {
    id,
    receiptId,
    disputeId: asked.disputeId,
    side,
    status: 'requested',
    authority: authorityOf(spool, email, verifiedBy),
    verifiedBy,
    conditionIds,
    units,
    requestedAt: at,
    expiresAt: endOf(spool, asked, now),
    closedAt: null,
    isReplaced: false,
    decisionDigest: null,
    effect: null,
    replacementReceiptId: null,
    rerun: null,
  }
  const actor = { party_id: viewer.party?.partyId ?? null, kind: 'party' } as const
  const added = { ...spool, state: { ...spool.state, reviews: [...spool.state.reviews, review] } }
  const started = withReviewStarted(added, review, at)
  return {
    spool: started.spool,
    entries: [
      reviewEntry('review.requested', review, { at, actor }, { expires_at: review.expiresAt }),
      ...started.entries,
    ],
    review: { id, tokenHash, said: { name, email, question, mail } },
  }
}

/** The end of a review: of one that is to resolve a dispute, not past the last end that the dispute allows. */
function endOf(spool: Spool, { disputeId, expiresInHours }: AskedReview, now: Date): string {
  const end = new Date(now.getTime() + (expiresInHours ?? defaultHours) * hourMs).toISOString()
  if (disputeId === null) return end
  const latest = latestReviewEnd(spool, reviewableDispute(spool, disputeId))
  return latest < end ? latest : end
}

/**
 * A review binds on a Spool of one party. On one of two it binds at once only where both agreed to this address and the reviewer has to
 * prove it: the link alone is known to the requester.
 */
function authorityOf(
  { agreement: { mode, disputePolicy } }: Spool,
  email: string | null,
  verifiedBy: ReviewerProof,
): ReviewAuthority {
  if (mode === 'unilateral') return 'binding'
  const { resolver, resolver_ref: agreed } = disputePolicy
  const isAgreed = resolver === 'review' && email !== null && sameAddress(agreed, email)
  return isAgreed && verifiedBy === 'email' ? 'binding' : 'advisory'
}

function sameAddress(one: string | undefined, other: string): boolean {
  return one !== undefined && one.trim().toLowerCase() === other.toLowerCase()
}

function assertReviewable({ state }: Spool, receiptId: string): void {
  if (receiptId !== state.latestReceiptId) {
    throw conflict(`Receipt ${receiptId} is not the latest of its Spool.`, {
      reason: 'not_latest_receipt',
      remediation: `Ask for a review of ${state.latestReceiptId} instead.`,
    })
  }
  if (state.receiptStatuses[receiptId] === 'revoked') {
    throw conflict(`Receipt ${receiptId} was revoked; there is nothing to review.`, {
      reason: 'receipt_revoked',
      remediation: 'Verify the Spool again, and ask for a review of the new receipt.',
    })
  }
  if (state.status.outcome === 'active' || state.status.outcome === 'completed') return
  throw invalidState('This Spool was cancelled or has expired: its receipts are not reviewed.', {
    reason: 'spool_closed',
  })
}

function assertRoom(reviews: readonly Review[], receiptId: string): void {
  const ofReceipt = reviews.filter((each) => each.receiptId === receiptId)
  const isFull = openReviews({ reviews: ofReceipt }).length >= maxOpen
  if (!isFull && ofReceipt.length < maxEver) return
  throw conflict(
    isFull
      ? `This receipt has ${maxOpen} open reviews, the most there may be at a time.`
      : `This receipt has had ${maxEver} reviews, the most there may be.`,
    {
      reason: 'review_limit_reached',
      remediation: isFull ? 'Wait for a decision, or withdraw a review.' : 'Settle it with the other party.',
    },
  )
}

function assertIsNoParty({ agreement }: Spool, email: string | null): void {
  if (email === null || !agreement.parties.some(({ contact }) => sameAddress(contact, email))) return
  throw unprocessable('reviewer.email', 'This is the address of a party, who cannot review the receipt.', {
    reason: 'reviewer_is_party',
    remediation: 'Name a person who is no party of the Spool.',
  })
}

function assertScope({ agreement }: Spool, { conditionIds, units }: AskedReview): void {
  const known = new Set(agreement.conditions.map(({ id }) => id))
  const unknown = conditionIds?.findIndex((id, index) => !known.has(id) || conditionIds.indexOf(id) < index)
  if (unknown !== undefined && unknown >= 0) {
    throw unprocessable(
      `scope.condition_ids[${unknown}]`,
      `Condition ${conditionIds?.[unknown]} is not in the agreement, or is named twice.`,
      { remediation: 'Name conditions of this Spool by their ids, each once.' },
    )
  }
  const total = agreement.unitization?.total_units ?? 0
  const beyond = units?.findIndex((unit, index) => unit > total || units.indexOf(unit) < index)
  if (beyond === undefined || beyond < 0) return
  throw unprocessable(
    `scope.units[${beyond}]`,
    total === 0
      ? 'The agreement has no units.'
      : `The agreement has ${total} units; unit ${units?.[beyond]} is not one of them, or is named twice.`,
    { remediation: 'Name units by their numbers, 1 for the first, each once, or leave units out.' },
  )
}
