import { EvidenceId, ReceiptId, Sha256Hex, Timestamp } from '@outturn/agreement'
import { receiptStatuses, reportedReceiptStatuses } from '@outturn/vocabulary'
import { z } from 'zod'
import { Ed25519Signature } from './ed25519-signature.ts'

/** A signed statement on the status of a receipt, good for a day. */
export const StatusProof = z
  .strictObject({
    schema: z
      .string()
      .meta({ description: 'Name and version of the document format.', examples: ['outturn/status@1'] }),
    receipt_id: ReceiptId.describe('ID of the receipt.'),
    status: z.enum(receiptStatuses).describe('Status of the receipt when the statement was signed.'),
    issued_at: Timestamp.describe('Time at which the statement was signed.'),
    expires_at: Timestamp.describe('Time until which the statement is valid: 24 hours after it was signed.'),
    signing_key_id: Sha256Hex.describe('SHA-256 of the public key that verifies the signature.'),
    signature: Ed25519Signature,
  })
  .meta({ id: 'StatusProof' })

/** What a reader of a receipt is told beside it. */
export const ReceiptAdvisory = z
  .strictObject({
    code: z.string().meta({ description: 'Machine-readable code of the notice.', examples: ['superseded'] }),
    message: z
      .string()
      .meta({ description: 'Text of the notice for people.', examples: ['Row 7 was counted twice.'] }),
    at: Timestamp.describe('Time from which the notice applies.'),
    replacement_receipt_id: ReceiptId.optional().describe('ID of the receipt that replaces this one.'),
    evidence_id: EvidenceId.optional().describe('ID of the evidence whose content was deleted.'),
  })
  .meta({ id: 'ReceiptAdvisory' })

/** Online status of a receipt on the unversioned route. */
export const ReceiptStatus = z
  .strictObject({
    receipt_id: ReceiptId.describe('ID of the receipt.'),
    status: z.enum(reportedReceiptStatuses).describe('Current status of the receipt.'),
    advisories: z.array(ReceiptAdvisory).describe('Notices that explain the status, newest first.'),
    checked_at: Timestamp.describe('Time at which the status was read.'),
    status_proof: StatusProof.optional().describe('Signed statement of the status, valid for 24 hours.'),
  })
  .meta({ id: 'ReceiptStatus' })

/** Online status of a receipt on the v1 route. */
export const ReceiptStatusV1 = ReceiptStatus.extend({
  state: z
    .enum(['current', 'superseded', 'revoked', 'unknown'])
    .describe('`current` if the receipt is in force; otherwise the cause why it is not.'),
  consumptions_recorded: z
    .int()
    .optional()
    .meta({ description: 'Number of recorded uses of the receipt.', examples: [1] }),
}).meta({ id: 'ReceiptStatusV1', extends: 'ReceiptStatus' })
export type ReceiptStatusV1 = z.infer<typeof ReceiptStatusV1>
