import { z } from 'zod'
import { ConditionId, DisputeId, EvidenceId, ReceiptId, SpoolId, Timestamp } from '@outturn/agreement'
import {
  disputeReasons,
  disputeRemedies,
  disputeResolvers,
  disputeStatuses,
  sides,
} from '@outturn/vocabulary'
import { words } from './receipt-life.ts'

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
    evidence_refs: z
      .array(EvidenceId)
      .max(100)
      .optional()
      .describe('IDs of the disputed evidence items. They must belong to the Spool of the receipt.'),
  })
  .meta({ id: 'DisputeRequest' })
export type DisputeRequest = z.infer<typeof DisputeRequest>

/** A dispute as the parties of its Spool see it. */
export const DisputeView = z
  .strictObject({
    id: DisputeId.describe('ID of the dispute.'),
    receipt_id: ReceiptId.describe('ID of the disputed receipt.'),
    spool_id: SpoolId.describe('ID of the Spool that the receipt belongs to.'),
    status: z
      .enum(disputeStatuses)
      .describe(
        'Status of the dispute. `expired`: the deadline passed and the receipt remains valid. `withdrawn`: the party that opened the dispute ended the Spool.',
      ),
    opened_by: z.enum(sides).describe('Party that opened the dispute.'),
    reason: DisputeRequest.shape.reason,
    detail: z.string().meta({
      description: 'Explanation by the party that opened the dispute.',
      examples: ['Rows 3 and 7 are the same company.'],
    }),
    condition_ids: z.array(ConditionId).describe('IDs of the disputed conditions.'),
    units: z.array(z.int()).describe('Numbers of the disputed units; the first unit is 1.'),
    requested: DisputeRequest.shape.requested,
    evidence_refs: z.array(EvidenceId).describe('IDs of the disputed evidence items.'),
    holds_settlement: z
      .boolean()
      .describe(
        'True if settlement is paused while the dispute is open. The dispute policy of the agreement decides this.',
      ),
    resolver: z.enum(disputeResolvers).describe('Party that resolves the dispute.'),
    opened_at: Timestamp.describe('Time at which the dispute was opened.'),
    deadline: Timestamp.describe('Time at which an open dispute expires. The receipt then remains valid.'),
    timeline: z
      .array(
        z.strictObject({
          type: z.enum(['opened', 'expired', 'withdrawn']).describe('Type of the event.'),
          at: Timestamp.describe('Time of the event.'),
        }),
      )
      .describe('Events of the dispute, oldest first.'),
    resolution: z.null().meta({
      description: 'Decision on the dispute; null if it is open, expired or withdrawn.',
      examples: [null],
    }),
  })
  .meta({ id: 'Dispute' })
export type DisputeView = z.infer<typeof DisputeView>
