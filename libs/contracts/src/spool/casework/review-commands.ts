import {
  ConditionId,
  EvidenceId,
  ReceiptId,
  ReviewId,
  Sha256Hex,
  SpoolId,
  Timestamp,
} from '@outturn/agreement'
import { disputeReasons, disputeRemedies, sides } from '@outturn/vocabulary'
import { z } from 'zod'
import { keyAccess, openAccess } from '../../access.ts'
import {
  RequestedReview,
  ReviewCode,
  ReviewDecision,
  ReviewRequest,
  ReviewView,
} from '../../http/receipts/review.ts'
import { defineCommand, defineQuery } from '../../operation.ts'
import { receiptParams, reviewParams } from '../../path-parameters.ts'
import { actionRefusals } from '../action-target.ts'

const tag = 'Reviews'

/** Asks a named person to review the latest receipt of a Spool. */
export const requestReview = defineCommand('spool.request-review', {
  input: z.strictObject({ spoolId: SpoolId, receiptId: ReceiptId, request: ReviewRequest }),
  output: RequestedReview,
  refuses: [...actionRefusals, 'conflict', 'not_found', 'validation_failed'],
  http: {
    path: '/api/v1/receipts/:receipt_id/reviews',
    access: keyAccess(['full'], { sandbox: false }),
    tag,
    summary: 'Request a review',
    description:
      'Asks a named person to review the latest receipt of a Spool, and returns the link for that person. The request changes neither the receipt nor the settlement. It costs nothing. Next, send the link to the reviewer, and have the other party consent if the review is advisory.',
    hasOwnRule: true,
    params: receiptParams,
    body: ReviewRequest,
    example: {
      reviewer: { name: 'Ana Díaz', email: 'ana@example.com' },
      question: 'Are rows 3 and 7 the same company?',
    },
    success: { status: 201, description: 'The review, with the link for the reviewer.' },
  },
})

/** One review, for both parties of its Spool. */
export const readReview = defineQuery('spool.read-review', {
  input: z.strictObject({ reviewId: ReviewId }),
  output: ReviewView,
  refuses: ['not_found', 'unauthenticated'],
  http: {
    path: '/api/v1/reviews/:review_id',
    access: keyAccess(['full', 'counterparty'], { sandbox: false }),
    tag,
    summary: 'Read a review',
    description:
      'Returns a review with its status, its decision and the effect of the decision. It costs nothing. Use it to wait for the decision; the link for the reviewer is not in it.',
    isPrivate: true,
    params: reviewParams,
    success: { status: 200, description: 'The review. Visible only to the parties of its Spool.' },
  },
})

const changed = { status: 200, description: 'The review.' } as const

/** The other party agrees to the reviewer, whose decision is binding from then on. */
export const consentToReview = defineCommand('spool.consent-to-review', {
  input: z.strictObject({ reviewId: ReviewId }),
  output: ReviewView,
  refuses: [...actionRefusals, 'not_found'],
  http: {
    operationId: 'consent-to-review',
    path: '/api/v1/reviews/:review_id/consent',
    access: keyAccess(['full', 'counterparty'], { sandbox: false }),
    tag,
    summary: 'Consent to a review',
    description:
      'Makes a review binding: the decision of the reviewer can then replace the receipt, and with it the amount that was earned. Only the party that did not ask for the review can consent, before the decision. It costs nothing.',
    params: reviewParams,
    success: changed,
  },
})

/** The requester takes a review back. */
export const withdrawReview = defineCommand('spool.withdraw-review', {
  input: z.strictObject({ reviewId: ReviewId }),
  output: ReviewView,
  refuses: [...actionRefusals, 'not_found'],
  http: {
    operationId: 'withdraw-review',
    path: '/api/v1/reviews/:review_id/withdraw',
    access: keyAccess(['full'], { sandbox: false }),
    tag,
    summary: 'Withdraw a review',
    description:
      'Ends a review that is not decided; the link of the reviewer decides nothing any more. Only the party that asked for the review can withdraw it. It costs nothing.',
    params: reviewParams,
    success: changed,
  },
})

const reviewerRefusals = [
  'conflict',
  'forbidden',
  'invalid_state',
  'not_found',
  'rate_limited',
  'store_conflict',
  'unauthenticated',
] as const

/** Mails the code that a decision needs to the reviewer. */
export const mailReviewCode = defineCommand('spool.mail-review-code', {
  input: z.strictObject({ reviewId: ReviewId, tokenHash: Sha256Hex }),
  output: ReviewCode,
  refuses: reviewerRefusals,
  http: {
    operationId: 'mail-review-code',
    path: '/api/v1/reviews/:review_id/code',
    access: openAccess,
    tag,
    summary: 'Mail a code to the reviewer',
    description:
      'Mails a code of six digits to the address of the reviewer. Send the token of the review link as the bearer token. Needed if `verified_by` is `email`. A code is valid for 10 minutes and 5 attempts; a review has 3 codes. It costs nothing.',
    hasOwnRule: true,
    params: reviewParams,
    success: { status: 202, description: 'The mail with the code is queued.' },
  },
})

/** Records the decision of a reviewer; a binding one that overturns leads to a new receipt. */
export const decideReview = defineCommand('spool.decide-review', {
  input: z.strictObject({ reviewId: ReviewId, tokenHash: Sha256Hex, request: ReviewDecision }),
  output: ReviewView,
  refuses: [...reviewerRefusals, 'validation_failed'],
  http: {
    operationId: 'decide-review',
    path: '/api/v1/reviews/:review_id/decision',
    access: openAccess,
    tag,
    summary: 'Decide a review',
    description:
      'Records the decision of the reviewer, once. Send the token of the review link as the bearer token; the API key of a party is refused. If a binding decision overturns the receipt, a new receipt replaces it and states the amount that was earned. It costs nothing.',
    hasOwnRule: true,
    deadlineMs: 30_000,
    bodyLimit: { bytes: 65_536 },
    params: reviewParams,
    body: ReviewDecision,
    example: { decision: 'uphold', detail: 'The registry lists two companies.' },
    success: changed,
  },
})

/** The reviews of a Spool, newest first, for a party of it. */
export const listReviews = defineQuery('spool.list-reviews', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: z.strictObject({ data: z.array(ReviewView) }),
  refuses: ['spool_not_found', 'unauthenticated'],
  sentBy: ['gateway'],
})

/** What the page of a review shows to the holder of its link. */
export const ReviewPage = z.strictObject({
  review: ReviewView,
  requester: z.strictObject({ name: z.string(), side: z.enum(sides) }),
  title: z.string(),
  earnedCents: z.int(),
  committedCents: z.int(),
  unitAmountCents: z.int().nullable(),
  totalUnits: z.int().nullable(),
  isSettled: z.boolean(),
  conditions: z.array(
    z.strictObject({
      id: ConditionId,
      /** Among all conditions of the agreement, from 1. */
      number: z.int(),
      description: z.string(),
      required: z.boolean(),
      result: z.string().nullable(),
      reason: z.string().nullable(),
      evidence: z.array(
        z.strictObject({
          id: z.string(),
          type: z.string(),
          source: z.string(),
          side: z.string(),
          /** Whether the side that earns by a fact registered its source. */
          isSelfAsserted: z.boolean(),
          receivedAt: Timestamp,
          /** Whether the result of the condition is based on the item; a later item of its source replaces it. */
          use: z.enum(['judged', 'not_judged', 'replaced']),
          digest: z.string().nullable(),
          bytes: z.int(),
          hasContent: z.boolean(),
        }),
      ),
    }),
  ),
  /** The dispute that the review is to resolve. */
  dispute: z
    .strictObject({
      by: z.enum(sides),
      reason: z.enum(disputeReasons),
      requested: z.enum(disputeRemedies),
      detail: z.string(),
      conditions: z.array(z.int()),
      units: z.array(z.int()),
      statements: z.array(z.strictObject({ by: z.enum(sides), detail: z.string(), at: Timestamp })),
    })
    .nullable(),
  codesLeft: z.int(),
  codeExpiresAt: Timestamp.nullable(),
})
export type ReviewPage = z.infer<typeof ReviewPage>

export const readReviewPage = defineQuery('spool.read-review-page', {
  input: z.strictObject({ tokenHash: Sha256Hex }),
  output: ReviewPage,
  refuses: ['not_found'],
  sentBy: ['gateway'],
})

/** The content of an item that the page of a review shows, for the holder of its link; null for every other item. */
export const readReviewEvidence = defineQuery('spool.read-review-evidence', {
  input: z.strictObject({ tokenHash: Sha256Hex, evidenceId: EvidenceId }),
  output: z.strictObject({
    content: z.strictObject({ mediaType: z.string(), base64: z.string(), fileName: z.string() }).nullable(),
  }),
  refuses: ['not_found'],
  sentBy: ['gateway'],
})
