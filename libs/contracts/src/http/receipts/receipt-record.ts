import { SpoolId } from '@outturn/agreement'
import { z } from 'zod'
import { AttestationBody } from './attestation.ts'
import { OutcomeReceiptBody } from './receipt.ts'
import { ReceiptStatusV1 } from './receipt-status.ts'

export const ReceiptRecord = z
  .strictObject({
    receipt: OutcomeReceiptBody.describe('The signed receipt.'),
    status: ReceiptStatusV1.describe('Current status of the receipt.'),
    receipt_url: z.string().meta({
      description: 'URL of the receipt page.',
      examples: ['https://outturn.example/r/ocr_0123456789abcdef01234567'],
    }),
    spool_id: SpoolId.describe('ID of the Spool that the receipt belongs to.'),
    attestation: AttestationBody.describe('Attestation of the same verdict.'),
    links: z
      .strictObject({
        bundle: z
          .string()
          .optional()
          .meta({
            description: 'URL of the bundle for offline verification.',
            examples: ['https://outturn.example/api/v1/receipts/ocr_0123456789abcdef01234567/bundle'],
          }),
        status: z.string().meta({
          description: 'URL of the current receipt status.',
          examples: ['https://outturn.example/api/v1/receipts/ocr_0123456789abcdef01234567/status'],
        }),
      })
      .describe('URLs of related resources.'),
  })
  .meta({ id: 'ReceiptRecord' })
export type ReceiptRecord = z.infer<typeof ReceiptRecord>
