import { absentReview, forbidden, invalidState } from '@outturn/contracts'
import { isOneOf } from '@outturn/vocabulary'
import type { Decision } from '../model/decision.ts'
import { changeReview, reviewEntry } from '../model/casework/review-state.ts'
import type { Review } from '../model/casework/review.ts'
import { closeReview } from '../model/casework/review-end.ts'
import type { Spool } from '../model/spool.ts'
import { withReviewStarted } from './review-of-dispute.ts'
import type { Viewer } from '../model/viewer.ts'

export function reviewOf({ state }: Spool, reviewId: string): Review {
  const review = state.reviews.find(({ id }) => id === reviewId)
  if (review === undefined) throw absentReview()
  return review
}

/** The Spool once the other party agreed to the reviewer: the decision is binding from then on. */
export function consentToReview(spool: Spool, viewer: Viewer, reviewId: string, now: Date): Decision {
  const review = reviewOf(spool, reviewId)
  if (!isOneOf(['full', 'counterparty'], viewer.scope)) {
    throw forbidden('Only a key of scope full or counterparty may consent to a review.', {
      reason: 'counterparty_scope_required',
    })
  }
  if (viewer.sides.includes(review.side)) {
    throw forbidden('Only the other party can consent: you asked for this review.', {
      reason: 'other_party_only',
      remediation: 'Leave this to the other party.',
    })
  }
  assertUndecided(review)
  if (review.authority === 'binding') return { spool, entries: [] }
  const changed = changeReview(spool, reviewId, { authority: 'binding' })
  const actor = { party_id: viewer.party?.partyId ?? null, kind: 'party' } as const
  const at = now.toISOString()
  const binding = reviewOf(changed, reviewId)
  const started = withReviewStarted(changed, binding, at)
  const entry = reviewEntry('review.consented', binding, { at, actor })
  return { spool: started.spool, entries: [entry, ...started.entries] }
}

/** The Spool once the requester took a review back. */
export function withdrawReview(spool: Spool, viewer: Viewer, reviewId: string, now: Date): Decision {
  const review = reviewOf(spool, reviewId)
  if (viewer.scope !== 'full') {
    throw forbidden('Only a full-scope key may withdraw a review.', { reason: 'full_scope_required' })
  }
  if (!viewer.sides.includes(review.side)) {
    throw forbidden('Only the party that asked for a review can withdraw it.', {
      reason: 'opener_only',
      remediation: 'Leave this to the party that asked for it.',
    })
  }
  assertUndecided(review)
  const actor = { party_id: viewer.party?.partyId ?? null, kind: 'party' } as const
  return closeReview(spool, review, 'withdrawn', { at: now.toISOString(), actor })
}

/** Refuses a change of a review that has ended. */
export function assertUndecided({ status, closedAt, expiresAt }: Review): void {
  if (status === 'requested') return
  if (status === 'withdrawn') {
    throw invalidState(`This review was withdrawn at ${closedAt}.`, {
      reason: 'review_withdrawn',
      remediation: 'Nothing more can be decided here. Read the Spool for its latest receipt.',
    })
  }
  if (status === 'expired') {
    throw invalidState(`This review could be decided until ${expiresAt}.`, {
      reason: 'review_expired',
      remediation: 'The receipt stands. A party can ask for another review.',
    })
  }
  throw invalidState(`This review was decided at ${closedAt}.`, {
    reason: 'review_decided',
    remediation: 'Read the review for its decision; a decision is not changed.',
  })
}
