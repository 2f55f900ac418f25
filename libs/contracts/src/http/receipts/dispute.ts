import { z } from 'zod'
import {
  ConditionId,
  DisputeId,
  EvidenceId,
  ReceiptId,
  ReviewId,
  SpoolId,
  Timestamp,
} from '@outturn/agreement'
import {
  decidedOutcomes,
  disputeActions,
  disputeDeciders,
  disputeReasons,
  disputeRemedies,
  disputeResolvers,
  disputeStatuses,
  disputeSteps,
  holdEnds,
  sides,
} from '@outturn/vocabulary'
import { ExternalResultRequest } from '../spools/spool-actions.ts'
import { words } from './receipt-life.ts'

/** The outcome of one condition, for all its units. */
export const DecidedCondition = z
  .strictObject({
    condition_id: ConditionId.describe('ID of the condition.'),
    outcome: z.enum(decidedOutcomes).describe('Outcome of the condition for all its units.'),
  })
  .meta({ id: 'DecidedCondition' })
export type DecidedCondition = z.infer<typeof DecidedCondition>

const outcomes = z.array(DecidedCondition).max(100)

/** What a party says is wrong with a receipt, and what it asks for. */
export const DisputeRequest = z
  .strictObject({
    reason: z.enum(disputeReasons).describe('Reason for the dispute.'),
    detail: words(2_000).meta({
      description: 'Explanation for the other party.',
      examples: ['Rows 3 and 7 are the same company.'],
    }),
    condition_ids: z
      .array(ConditionId)
      .max(100)
      .optional()
      .describe('IDs of the disputed conditions. They must belong to the agreement of the receipt.'),
    units: z
      .array(z.int().min(1))
      .max(1_000)
      .optional()
      .describe('Numbers of the disputed units; the first unit is 1.'),
    requested: z.enum(disputeRemedies).describe('Remedy that the party asks for.'),
    proposed_outcomes: outcomes
      .min(1)
      .optional()
      .describe('Outcomes that the party proposes. Only with `correct_receipt`.'),
    evidence_refs: z
      .array(EvidenceId)
      .max(100)
      .optional()
      .describe('IDs of the disputed evidence items. They must belong to the Spool of the receipt.'),
  })
  .meta({ id: 'DisputeRequest' })
export type DisputeRequest = z.infer<typeof DisputeRequest>

/** The answer of a party to a dispute, or to a proposal in it. */
export const DisputeAnswer = z
  .strictObject({
    answer: z
      .enum(['accept', 'reject'])
      .describe(
        '`accept` does what the dispute asks for. With `correct_receipt` it takes effect if both parties state equal outcomes; otherwise it is a proposal to the other party.',
      ),
    condition_outcomes: outcomes
      .min(1)
      .optional()
      .describe(
        'Outcomes that the party agrees to. Required to accept `correct_receipt`, otherwise left out.',
      ),
    detail: words(2_000)
      .optional()
      .meta({
        description: 'Explanation for the other party. Required with `reject`.',
        examples: ['The rows name two branches of the same company.'],
      }),
  })
  .meta({ id: 'DisputeAnswer' })
export type DisputeAnswer = z.infer<typeof DisputeAnswer>

/** What a party adds to a dispute, for the other party and a reviewer. */
export const DisputeStatementRequest = z
  .strictObject({
    detail: words(2_000).meta({
      description: 'Statement for the other party and the reviewer.',
      examples: ['The registry lists both branches.'],
    }),
    evidence: z
      .array(EvidenceId)
      .max(100)
      .optional()
      .describe('IDs of evidence items that the statement refers to. They must belong to the Spool.'),
  })
  .meta({ id: 'DisputeStatementRequest' })
export type DisputeStatementRequest = z.infer<typeof DisputeStatementRequest>

/** The signed decision of the external party that the agreement names for disputes. */
export const DisputeResultRequest = z
  .strictObject({
    evaluator: z
      .string()
      .min(1)
      .max(64)
      .meta({
        description: 'ID of the external party, as agreed in `dispute_policy.resolver_ref`.',
        examples: ['qa-lab-1'],
      }),
    decision: z
      .enum(['uphold', 'overturn'])
      .describe('`uphold`: the receipt stands. `overturn`: a new receipt with these outcomes replaces it.'),
    condition_outcomes: outcomes
      .optional()
      .describe('Outcomes of conditions. At least one with `overturn`, none with `uphold`.'),
    observed_at: ExternalResultRequest.shape.observed_at,
    proof: ExternalResultRequest.shape.proof,
  })
  .meta({ id: 'DisputeResultRequest' })
export type DisputeResultRequest = z.infer<typeof DisputeResultRequest>

const side = z.enum(sides)

/** A dispute as the parties of its Spool see it. */
export const DisputeView = z
  .strictObject({
    id: DisputeId.describe('ID of the dispute.'),
    receipt_id: ReceiptId.describe('ID of the disputed receipt.'),
    spool_id: SpoolId.describe('ID of the Spool that the receipt belongs to.'),
    status: z
      .enum(disputeStatuses)
      .describe(
        'Status of the dispute; the first two are open. `expired`: the deadline passed and the receipt stands. `withdrawn`: the party that opened the dispute took it back, or ended the Spool.',
      ),
    opened_by: side.describe('Party that opened the dispute.'),
    reason: DisputeRequest.shape.reason,
    detail: z.string().meta({
      description: 'Explanation by the party that opened the dispute.',
      examples: ['Rows 3 and 7 are the same company.'],
    }),
    condition_ids: z.array(ConditionId).describe('IDs of the disputed conditions.'),
    units: z.array(z.int()).describe('Numbers of the disputed units; the first unit is 1.'),
    requested: DisputeRequest.shape.requested,
    proposed_outcomes: z
      .array(DecidedCondition)
      .optional()
      .describe('Outcomes that the party proposed when it opened the dispute.'),
    evidence_refs: z.array(EvidenceId).describe('IDs of the disputed evidence items.'),
    holds_settlement: z
      .boolean()
      .describe(
        'True if settlement waits for the dispute while it is open. False if the agreement does not provide for it, if money is on its way, or if `hold_ended` says why.',
      ),
    hold_ends_at: Timestamp.nullable()
      .optional()
      .describe('Time at which settlement no longer waits for the dispute; null if it never did.'),
    hold_ended: z
      .enum(holdEnds)
      .nullable()
      .optional()
      .describe(
        'Reason why settlement no longer waits for the open dispute; otherwise null. `budget_spent`: the party has held the money for two dispute windows. `authorization_ending`: the authorization of the payment ends soon.',
      ),
    resolver: z.enum(disputeResolvers).describe('Party that resolves the dispute.'),
    opened_at: Timestamp.describe('Time at which the dispute was opened.'),
    deadline: Timestamp.describe('Time at which an open dispute expires. The receipt then remains valid.'),
    proposal: z
      .strictObject({
        by: side.describe('Party that made the proposal.'),
        condition_outcomes: z.array(DecidedCondition).describe('Proposed outcomes.'),
        at: Timestamp.describe('Time of the proposal.'),
      })
      .nullable()
      .optional()
      .describe('Latest proposal in answer to the dispute; null if there is none.'),
    statements: z
      .array(
        z.strictObject({
          by: side.describe('Party that made the statement.'),
          detail: z.string().meta({ description: 'Text.', examples: ['The registry lists both.'] }),
          evidence: z.array(EvidenceId).describe('IDs of the evidence items that it refers to.'),
          at: Timestamp.describe('Time of the statement.'),
        }),
      )
      .optional()
      .describe('Statements of both parties and the explanations of their answers, oldest first.'),
    timeline: z
      .array(
        z.strictObject({
          type: z.enum(disputeSteps).describe('Type of the event.'),
          at: Timestamp.describe('Time of the event.'),
          by: side.optional().describe('Party that acted. Omitted if no party did.'),
        }),
      )
      .describe('Events of the dispute, oldest first.'),
    resolution: z
      .strictObject({
        outcome: z
          .enum(['upheld', 'corrected'])
          .describe('`upheld`: the receipt stands. `corrected`: a new receipt replaced it.'),
        by: z.enum(disputeDeciders).describe('Decision on which the outcome rests.'),
        review_id: ReviewId.optional().describe('ID of the review that decided.'),
        replacement_receipt_id: ReceiptId.optional().describe('ID of the new receipt.'),
        at: Timestamp.describe('Time of the outcome.'),
      })
      .nullable()
      .describe('Decision on the dispute; null if it is open, expired or withdrawn.'),
    can: z
      .array(z.enum(disputeActions))
      .optional()
      .describe('Operations on the dispute that the caller can use now.'),
  })
  .meta({ id: 'Dispute' })
export type DisputeView = z.infer<typeof DisputeView>
