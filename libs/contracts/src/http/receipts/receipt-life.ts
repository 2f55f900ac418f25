import { z } from 'zod'
import { ConsumptionId, EvidenceId, PartyId, ReceiptId, Timestamp } from '@outturn/agreement'
import { correctionReasons } from '@outturn/vocabulary'
import { AttestationBody, OutcomeReceiptBody, ReceiptAdvisory } from './receipt.ts'

const amount = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,14})\.\d{2}$/, 'must be a decimal with two places, such as "4.00"')
export const words = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.trim() === text, 'must not begin or end with a space')

/** Who uses a receipt, and for what. */
export const ConsumptionRequest = z
  .strictObject({
    consumer: words(120).describe('Name of the system that acts on the receipt, as its party calls it.'),
    purpose: z
      .enum(['settlement', 'workflow', 'audit', 'other'])
      .describe('A `settlement` is recorded by the paying party alone, with a key of scope full.'),
    reference: words(200).describe('What the consumer calls this use, such as the number of an invoice.'),
    amount: amount
      .optional()
      .describe(
        'What is settled, in the asset of the receipt; required for `settlement` and above 0.00 there.',
      ),
  })
  .meta({ id: 'ConsumptionRequest' })
export type ConsumptionRequest = z.infer<typeof ConsumptionRequest>

/** A recorded use of a receipt. Settlements of one Spool never exceed what its receipt says was earned. */
export const Consumption = z
  .strictObject({
    id: ConsumptionId,
    receipt_id: ReceiptId,
    recorded_by: z
      .strictObject({ party_id: PartyId, role: z.enum(['payer', 'provider']) })
      .describe('The party whose key recorded the use, whatever `consumer` says.'),
    consumer: z.string(),
    purpose: ConsumptionRequest.shape.purpose,
    reference: z.string(),
    amount: z.string().nullable(),
    recorded_at: Timestamp,
    consumptions_recorded: z.int().describe('Uses of this receipt so far, this one included.'),
    amount_remaining: z.string().describe('What is earned and not settled after this use.'),
    advisories: z
      .array(ReceiptAdvisory)
      .optional()
      .describe(
        'Advisories of the receipt when the use was recorded, such as an open dispute; left out where there were none.',
      ),
  })
  .meta({ id: 'Consumption' })
export type Consumption = z.infer<typeof Consumption>

/** Why a receipt is to be replaced by one over the evidence as it is now. */
export const SupersedeRequest = z
  .strictObject({
    reason: z.enum(correctionReasons),
    advisory: words(500).describe('What readers of the old receipt are told.'),
    evidence_ids: z
      .array(EvidenceId)
      .max(100)
      .optional()
      .describe('Evidence that the correction is about; it must be of the same Spool.'),
  })
  .meta({ id: 'SupersedeRequest' })
export type SupersedeRequest = z.infer<typeof SupersedeRequest>

export const SupersededReceipt = z
  .strictObject({
    receipt: OutcomeReceiptBody,
    receipt_url: z.string(),
    attestation: AttestationBody,
    superseded: ReceiptId,
    charged: z
      .literal(false)
      .optional()
      .describe(
        'The service itself could not look at what the verdict needs: nothing is charged for the run.',
      ),
  })
  .meta({ id: 'SupersededReceipt' })
export type SupersededReceipt = z.infer<typeof SupersededReceipt>
