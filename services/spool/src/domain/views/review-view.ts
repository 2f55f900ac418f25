import type { ReviewView } from '@outturn/contracts'
import { isOneOf } from '@outturn/vocabulary'
import type { Review, ReviewSaid, ReviewSentence } from '../model/casework/review.ts'
import type { Spool } from '../model/spool.ts'
import type { Viewer } from '../model/viewer.ts'

/** How far the mail to a reviewer has come; null before it is queued. */
export type MailState = { state: string; tries: number; at: string }

/** What is known of a review beside its Spool. */
export type BesideReview = {
  said: ReviewSaid
  sentence: ReviewSentence | null
  mail: MailState | null
}

/** A review as a party of its Spool sees it, or its reviewer. The link is not in it. */
export function reviewView(
  { id: spoolId }: Spool,
  review: Review,
  { said, sentence, mail }: BesideReview,
  viewer: Viewer,
): ReviewView {
  const { conditionIds, units } = review
  return {
    id: review.id,
    receipt_id: review.receiptId,
    spool_id: spoolId,
    dispute_id: review.disputeId,
    status: review.status,
    status_reason: review.isReplaced ? 'receipt_replaced' : null,
    requested_by: review.side,
    standing: review.authority,
    verified_by: review.verifiedBy,
    request: {
      name: said.name,
      question: said.question,
      scope: {
        ...(conditionIds !== null && { condition_ids: [...conditionIds] }),
        ...(units !== null && { units: [...units] }),
      },
    },
    notification: notificationOf(review, said, mail),
    created_at: review.requestedAt,
    expires_at: review.expiresAt,
    decision: sentence === null ? null : sentenceView(sentence),
    effect: review.effect,
    replacement_receipt_id: review.replacementReceiptId,
    can: canDo(review, viewer),
  }
}

function sentenceView({ decision, detail, conditionOutcomes, unitOutcomes, at }: ReviewSentence) {
  return {
    decision,
    detail,
    condition_outcomes: conditionOutcomes.map(({ conditionId, outcome }) => ({
      condition_id: conditionId,
      outcome,
    })),
    unit_outcomes: unitOutcomes.map(({ conditionId, unit, outcome }) => ({
      condition_id: conditionId,
      unit,
      outcome,
    })),
    at,
  }
}

function notificationOf(
  { requestedAt }: Review,
  { email, mail: planned }: ReviewSaid,
  mail: MailState | null,
): ReviewView['notification'] {
  const to = email === null ? null : maskedAddress(email)
  if (planned === 'not_configured' || planned === 'no_address') {
    return { channel: 'none', status: planned, to, at: null, attempts: 0 }
  }
  if (planned === 'suppressed') {
    return { channel: 'smtp', status: planned, to, at: requestedAt, attempts: 0 }
  }
  const { state = 'waiting', tries = 0, at = requestedAt } = mail ?? {}
  const status = state === 'waiting' ? 'queued' : state === 'accepted' ? 'accepted' : 'failed'
  return { channel: 'smtp', status, to, at, attempts: tries }
}

/** An address that its owner recognizes and that no other reader learns. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}

function canDo({ status, authority, side }: Review, { sides, scope }: Viewer): ('consent' | 'withdraw')[] {
  if (status !== 'requested' || sides.length === 0) return []
  const isRequester = sides.includes(side)
  if (isRequester) return scope === 'full' ? ['withdraw'] : []
  return authority === 'advisory' && isOneOf(['full', 'counterparty'], scope) ? ['consent'] : []
}
