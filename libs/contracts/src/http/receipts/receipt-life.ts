import { z } from 'zod'
import { ConsumptionId, EvidenceId, PartyId, ReceiptId, Timestamp } from '@outturn/agreement'
import { correctionReasons } from '@outturn/vocabulary'
import { AttestationBody } from './attestation.ts'
import { OutcomeReceiptBody } from './receipt.ts'
import { ReceiptAdvisory } from './receipt-status.ts'

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
    consumer: words(120).meta({
      description: 'Name of the system that uses the receipt.',
      examples: ['acme-payroll'],
    }),
    purpose: z
      .enum(['settlement', 'workflow', 'audit', 'other'])
      .describe(
        'Purpose of the use. Only the paying party can record a `settlement`, with an API key of scope `full`.',
      ),
    reference: words(200).meta({
      description: 'Your reference for this use, such as an invoice number.',
      examples: ['inv_42'],
    }),
    amount: amount.optional().meta({
      description:
        'Settled amount in the currency of the receipt. Required, and greater than 0.00, if `purpose` is `settlement`.',
      examples: ['4.00'],
    }),
  })
  .meta({ id: 'ConsumptionRequest' })
export type ConsumptionRequest = z.infer<typeof ConsumptionRequest>

/** A recorded use of a receipt. Settlements of one Spool never exceed what its receipt says was earned. */
export const Consumption = z
  .strictObject({
    id: ConsumptionId.describe('ID of the recorded use.'),
    receipt_id: ReceiptId.describe('ID of the receipt.'),
    recorded_by: z
      .strictObject({
        party_id: PartyId.describe('ID of the party.'),
        role: z.enum(['payer', 'provider']).describe('Role of the party in the agreement.'),
      })
      .describe('Party that recorded the use. It is derived from the API key, not from `consumer`.'),
    consumer: z
      .string()
      .meta({ description: 'Name of the system that uses the receipt.', examples: ['acme-payroll'] }),
    purpose: ConsumptionRequest.shape.purpose,
    reference: z
      .string()
      .meta({ description: 'Reference that the recording party gave to this use.', examples: ['inv_42'] }),
    amount: z
      .string()
      .nullable()
      .meta({
        description: 'Settled amount in the currency of the receipt; null if no amount was given.',
        examples: ['4.00'],
      }),
    recorded_at: Timestamp.describe('Time at which the use was recorded.'),
    consumptions_recorded: z
      .int()
      .meta({ description: 'Number of recorded uses of the receipt, including this one.', examples: [1] }),
    amount_remaining: z
      .string()
      .meta({ description: 'Earned amount that is not yet settled after this use.', examples: ['0.00'] }),
    advisories: z
      .array(ReceiptAdvisory)
      .optional()
      .describe(
        'Notices on the receipt at the time of the use, such as an open dispute. Omitted if there are none.',
      ),
  })
  .meta({ id: 'Consumption' })
export type Consumption = z.infer<typeof Consumption>

/** Why a receipt is to be replaced by one over the evidence as it is now. */
export const SupersedeRequest = z
  .strictObject({
    reason: z.enum(correctionReasons).describe('Reason for the correction.'),
    advisory: words(500).meta({
      description: 'Notice that readers of the replaced receipt see.',
      examples: ['Row 7 was counted twice.'],
    }),
    evidence_ids: z
      .array(EvidenceId)
      .max(100)
      .optional()
      .describe(
        'IDs of the evidence items that the correction concerns. They must belong to the Spool of the receipt.',
      ),
  })
  .meta({ id: 'SupersedeRequest' })
export type SupersedeRequest = z.infer<typeof SupersedeRequest>

export const SupersededReceipt = z
  .strictObject({
    receipt: OutcomeReceiptBody.describe('The new receipt.'),
    receipt_url: z.string().meta({
      description: 'URL of the page of the new receipt.',
      examples: ['https://outturn.example/r/ocr_0123456789abcdef01234567'],
    }),
    attestation: AttestationBody.describe('Attestation of the new verdict.'),
    superseded: ReceiptId.describe('ID of the receipt that was replaced.'),
    charged: z
      .literal(false)
      .optional()
      .describe(
        'Present and false if the run is not charged because the service itself could not reach data that the verdict needs.',
      ),
  })
  .meta({ id: 'SupersededReceipt' })
export type SupersededReceipt = z.infer<typeof SupersededReceipt>
