import type { readReceiptFile } from '@outturn/contracts'
import { type Handler, replyInParts } from '@outturn/messaging'
import { servedReceipt } from '../../domain/receipts/receipt-text.ts'
import type { SigningDeps } from '../../deps.ts'
import { fittingReceipt } from '../../flows/fitting-receipt.ts'

/** The receipt with the proof of its place in the log, as text: there may be tens of megabytes of it. */
export function handleReadReceiptFile(deps: SigningDeps): Handler<typeof readReceiptFile> {
  return async ({ receiptId }, context) => {
    const [found, proof] = await Promise.all([
      fittingReceipt(deps.pool, receiptId, context, () => true),
      deps.transparencyLog.prove(receiptId),
    ])
    return replyInParts(['{}\n', ...servedReceipt(found.text, proof)], { passed: ['receipt'] })
  }
}
