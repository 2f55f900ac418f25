import type { readReceiptFile } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { servedReceipt } from '../../domain/receipts/receipt-text.ts'
import type { SigningDeps } from '../../deps.ts'
import { fittingReceipt } from '../../flows/fitting-receipt.ts'
import { receiptReply } from '../../flows/receipt-reply.ts'

/** The receipt with the proof of its place in the log, as text: there may be tens of megabytes of it. */
export function handleReadReceiptFile(deps: SigningDeps): Handler<typeof readReceiptFile> {
  return async ({ receiptId }, context) => {
    const [found, proof] = await Promise.all([
      fittingReceipt(deps.pool, receiptId, context, () => true),
      deps.transparencyLog.prove(receiptId),
    ])
    const receipt = servedReceipt(found.text, proof)
    return receiptReply({ before: '{}\n', receipt, after: '', passed: ['receipt'] })
  }
}
