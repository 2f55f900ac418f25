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
    reason: z.enum(disputeReasons).describe('What is wrong.'),
    detail: words(2_000).describe('What is wrong, for the other party.'),
    condition_ids: z
      .array(ConditionId)
      .max(100)
      .optional()
      .describe('Conditions that the dispute is about; of the same agreement.'),
    units: z
      .array(z.int().min(1))
      .max(1_000)
      .optional()
      .describe('Units that the dispute is about, 1 for the first.'),
    requested: z.enum(disputeRemedies).describe('What the party asks for.'),
    evidence_refs: z
      .array(EvidenceId)
      .max(100)
      .optional()
      .describe('Evidence that the dispute is about; it must be of the same Spool.'),
  })
  .meta({ id: 'DisputeRequest' })
export type DisputeRequest = z.infer<typeof DisputeRequest>

/** A dispute as the parties of its Spool see it. */
export const DisputeView = z
  .strictObject({
    id: DisputeId,
    receipt_id: ReceiptId,
    spool_id: SpoolId,
    status: z
      .enum(disputeStatuses)
      .describe(
        '`expired`: its deadline passed and the receipt stands. `withdrawn`: the party that opened it ended the Spool.',
      ),
    opened_by: z.enum(sides).describe('The side whose party opened it.'),
    reason: DisputeRequest.shape.reason,
    detail: z.string(),
    condition_ids: z.array(ConditionId),
    units: z.array(z.int()),
    requested: DisputeRequest.shape.requested,
    evidence_refs: z.array(EvidenceId),
    holds_settlement: z
      .boolean()
      .describe('Whether nothing is settled while it is open, by the dispute policy of the agreement.'),
    resolver: z.enum(disputeResolvers),
    opened_at: Timestamp,
    deadline: Timestamp.describe('When it ends by itself; the receipt stands then.'),
    timeline: z.array(z.strictObject({ type: z.enum(['opened', 'expired', 'withdrawn']), at: Timestamp })),
    resolution: z
      .null()
      .describe('How it was decided; null while it is open, and where it expired or was withdrawn.')
      .meta({ examples: [null] }),
  })
  .meta({ id: 'Dispute' })
export type DisputeView = z.infer<typeof DisputeView>
