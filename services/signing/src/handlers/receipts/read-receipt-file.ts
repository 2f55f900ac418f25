import { PassedText, type readReceiptFile } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { withLogProof } from '../../flows/log/prove-receipt.ts'
import type { SigningDeps } from '../../deps.ts'
import { fittingReceipt } from '../../flows/fitting-receipt.ts'

/** The receipt with the proof of its place in the log, as text: there may be tens of megabytes of it. */
export function handleReadReceiptFile(deps: SigningDeps): Handler<typeof readReceiptFile> {
  return async ({ receiptId }, context) => {
    const [found, proof] = await Promise.all([
      fittingReceipt(deps.pool, receiptId, context, () => true),
      deps.transparencyLog.prove(receiptId),
    ])
    return { receipt: new PassedText(Buffer.from(withLogProof(found.receipt, proof))) }
  }
}
