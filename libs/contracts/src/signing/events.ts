import { receiptStatuses } from '@outturn/vocabulary'
import { z } from 'zod'
import { defineEvent } from '../define.ts'
import { ReceiptId, SpoolId, Timestamp } from '@outturn/agreement'

/** What became of a receipt and what was settled of its Spool. A status only gets worse and a sum only grows. */
export const receiptStatusChanged = defineEvent('signing.receipt-standing-changed', {
  payload: z.strictObject({
    spoolId: SpoolId,
    receiptId: ReceiptId,
    status: z.enum(receiptStatuses),
    /** Settled of the Spool so far, under whichever of its receipts. */
    settledCents: z.int().min(0),
    at: Timestamp,
  }),
  reactedToBy: ['spool'],
})
