import { ReceiptId, RunId, SpoolId, Timestamp } from '@outturn/agreement'
import { receiptStatuses, verdicts } from '@outturn/vocabulary'
import { z } from 'zod'

/** A receipt in a list. Amounts are decimal texts with two places, in USD. */
export const ListedReceipt = z.strictObject({
  id: ReceiptId,
  spoolId: SpoolId,
  runId: RunId,
  issuedAt: Timestamp,
  verdict: z.enum(verdicts),
  earned: z.string(),
  committed: z.string(),
  status: z.enum(receiptStatuses),
  isDisputed: z.boolean(),
})
export type ListedReceipt = z.infer<typeof ListedReceipt>
