import { ConditionId, DisputeId, ReceiptId, ReviewId, SpoolId, Timestamp } from '@outturn/agreement'
import {
  notificationStatuses,
  reviewDecisions,
  reviewEffects,
  reviewerProofs,
  reviewOutcomes,
  reviewAuthorities,
  reviewStatuses,
  sides,
} from '@outturn/vocabulary'
import { z } from 'zod'
import { words } from './receipt-life.ts'

/** One line of text: a header of a mail is made of it. */
const oneLine = (max: number) =>
  words(max).refine(
    (text) => !/[\p{Cc}\u2028\u2029]/u.test(text),
    'must be one line without control characters',
  )

/** Exactly one plain address: a mail library would send to every address of a list. */
const address = z
  .string()
  .max(254)
  .regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/,
    'must be exactly one e-mail address, such as ana@example.com',
  )

const maxScope = { conditions: 100, units: 1_000 }

export const ReviewScope = z
  .strictObject({
    condition_ids: z
      .array(ConditionId)
      .min(1)
      .max(maxScope.conditions)
      .optional()
      .describe('IDs of the conditions to review. If left out, all conditions are reviewed.'),
    units: z
      .array(z.int().min(1))
      .min(1)
      .max(maxScope.units)
      .optional()
      .describe('Numbers of the units to review; the first unit is 1. If left out, all units are reviewed.'),
  })
  .meta({ id: 'ReviewScope' })
export type ReviewScope = z.infer<typeof ReviewScope>

/** A request for a review of a receipt by a named person. */
export const ReviewRequest = z
  .strictObject({
    reviewer: z
      .strictObject({
        name: oneLine(120).meta({ description: 'Name of the reviewer.', examples: ['Ana Díaz'] }),
        email: address.optional().meta({
          description:
            'E-mail address of the reviewer. With it, and a mail server, the reviewer receives the link and confirms the decision by a mailed code. It cannot be the contact of a party.',
          examples: ['ana@example.com'],
        }),
      })
      .describe('Person who is asked to review.'),
    question: words(2_000).meta({
      description: 'Question for the reviewer.',
      examples: ['Are rows 3 and 7 the same company?'],
    }),
    dispute_id: DisputeId.optional().describe(
      'ID of an open dispute that the review is to resolve. The dispute policy must name a review as resolver.',
    ),
    scope: ReviewScope.optional().describe('Part of the receipt to review. If left out, all of it.'),
    expires_in_hours: z
      .int()
      .min(1)
      .max(720)
      .optional()
      .meta({ description: 'Hours in which the reviewer can decide; 72 if left out.', examples: [72] }),
  })
  .meta({ id: 'ReviewRequest' })
export type ReviewRequest = z.infer<typeof ReviewRequest>

const ConditionOutcome = z.strictObject({
  condition_id: ConditionId.describe('ID of the condition.'),
  outcome: z.enum(reviewOutcomes).describe('Outcome of the condition for all its units.'),
})
const UnitOutcome = z.strictObject({
  condition_id: ConditionId.describe('ID of the condition.'),
  unit: z
    .int()
    .min(1)
    .meta({ description: 'Number of the unit; the first unit is 1.', examples: [3] }),
  outcome: z.enum(reviewOutcomes).describe('Outcome of the condition for this unit.'),
})

/** The decision of a reviewer. */
export const ReviewDecision = z
  .strictObject({
    decision: z
      .enum(reviewDecisions)
      .describe(
        'Decision. `overturn` needs outcomes that differ from the receipt; `needs_evidence` needs `detail`.',
      ),
    detail: words(2_000)
      .optional()
      .meta({
        description: 'Explanation for both parties.',
        examples: ['The registry lists both as one company.'],
      }),
    condition_outcomes: z
      .array(ConditionOutcome)
      .max(maxScope.conditions)
      .optional()
      .describe('Outcomes of conditions of the scope. Only with `overturn`.'),
    unit_outcomes: z
      .array(UnitOutcome)
      .max(500)
      .optional()
      .describe('Outcomes of single units, which take precedence. Only with `overturn`.'),
    code: z
      .string()
      .regex(/^\d{6}$/, 'must be the six digits of the mail')
      .optional()
      .meta({
        description: 'Code from the mail to the reviewer. Required if `verified_by` is `email`.',
        examples: ['482913'],
      }),
  })
  .meta({ id: 'ReviewDecision' })
export type ReviewDecision = z.infer<typeof ReviewDecision>

const Notification = z
  .strictObject({
    channel: z.enum(['smtp', 'none']).describe('Channel of the mail; `none` if no mail is sent.'),
    status: z
      .enum(notificationStatuses)
      .describe(
        'State of the mail to the reviewer. `accepted`: the mail server took it; its delivery is not known. `suppressed`: a limit on mails was reached.',
      ),
    to: z
      .string()
      .nullable()
      .meta({ description: 'Masked address of the reviewer.', examples: ['a***@example.com'] }),
    at: Timestamp.nullable().describe('Time at which the state was reached.'),
    attempts: z.int().meta({ description: 'Number of attempts to hand over the mail.', examples: [1] }),
  })
  .meta({ id: 'ReviewNotification' })

/** A review as the parties of its Spool see it. */
export const ReviewView = z
  .strictObject({
    id: ReviewId.describe('ID of the review.'),
    receipt_id: ReceiptId.describe('ID of the reviewed receipt.'),
    spool_id: SpoolId.describe('ID of the Spool that the receipt belongs to.'),
    dispute_id: DisputeId.nullable().describe('ID of the dispute that the review is to resolve, if any.'),
    status: z.enum(reviewStatuses).describe('Status of the review.'),
    status_reason: z
      .enum(['receipt_replaced'])
      .nullable()
      .describe('Reason why the service withdrew the review; otherwise null.'),
    requested_by: z.enum(sides).describe('Party that asked for the review.'),
    standing: z
      .enum(reviewAuthorities)
      .describe(
        'A `binding` decision can replace the receipt. An `advisory` one is recorded only; it becomes binding if the other party consents before the decision.',
      ),
    verified_by: z
      .enum(reviewerProofs)
      .describe('Proof of the identity of the reviewer: the link alone, or also a code by mail.'),
    request: z
      .strictObject({
        name: z.string().meta({ description: 'Name of the reviewer.', examples: ['Ana Díaz'] }),
        question: z.string().meta({
          description: 'Question for the reviewer.',
          examples: ['Are rows 3 and 7 the same company?'],
        }),
        scope: ReviewScope.describe('Part of the receipt to review.'),
      })
      .describe('Request to the reviewer.'),
    notification: Notification.describe('Mail to the reviewer.'),
    created_at: Timestamp.describe('Time of the request.'),
    expires_at: Timestamp.describe('Time at which an undecided review expires. The receipt then stands.'),
    decision: z
      .strictObject({
        decision: z.enum(reviewDecisions).describe('Decision.'),
        detail: z
          .string()
          .nullable()
          .meta({ description: 'Explanation of the reviewer.', examples: ['They are one company.'] }),
        condition_outcomes: z.array(ConditionOutcome).describe('Outcomes of conditions.'),
        unit_outcomes: z.array(UnitOutcome).describe('Outcomes of single units.'),
        at: Timestamp.describe('Time of the decision.'),
      })
      .nullable()
      .describe('Decision of the reviewer; null before it.'),
    effect: z
      .enum(reviewEffects)
      .nullable()
      .describe(
        'Effect of the decision on the receipt; null before it. `pending`: the new receipt is issued as soon as no settlement is under way.',
      ),
    replacement_receipt_id: ReceiptId.nullable().describe('ID of the receipt that the review led to.'),
    can: z
      .array(z.enum(['consent', 'withdraw']))
      .describe('Operations on the review that the caller can use now.'),
  })
  .meta({ id: 'Review' })
export type ReviewView = z.infer<typeof ReviewView>

/** A review that was just requested, with the link that is shown to its requester alone. */
export const RequestedReview = ReviewView.extend({
  decision_url: z.string().meta({
    description:
      'Link for the reviewer. The holder of the link can decide; it is in this response only. The last part of its path is the bearer token of the decision.',
    examples: ['https://outturn.example/review/rvt_5u1S…'],
  }),
}).meta({ id: 'RequestedReview', extends: 'Review' })
export type RequestedReview = z.infer<typeof RequestedReview>

/** What is known of a code that was mailed to a reviewer. */
export const ReviewCode = z
  .strictObject({
    to: z.string().meta({
      description: 'Masked address that the code is mailed to.',
      examples: ['a***@example.com'],
    }),
    expires_at: Timestamp.describe('Time at which the code expires.'),
    codes_left: z.int().meta({ description: 'Further codes that can be requested.', examples: [2] }),
  })
  .meta({ id: 'ReviewCode' })
export type ReviewCode = z.infer<typeof ReviewCode>
