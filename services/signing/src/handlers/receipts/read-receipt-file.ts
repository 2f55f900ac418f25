import { absent, PassedText, type readReceiptFile } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { withLogProof } from '../../flows/log/prove-receipt.ts'
import type { SigningDeps } from '../../deps.ts'
import { findReceipt } from '../../store/receipt-store.ts'

/** The receipt with the proof of its place in the log, as text: there may be tens of megabytes of it. */
export function handleReadReceiptFile(deps: SigningDeps): Handler<typeof readReceiptFile> {
  return async ({ receiptId }) => {
    const [found, proof] = await Promise.all([
      findReceipt(deps.pool, receiptId),
      deps.transparencyLog.prove(receiptId),
    ])
    if (found === null) throw absent('There is no such receipt.')
    return { receipt: new PassedText(Buffer.from(withLogProof(found.receipt, proof))) }
  }
}
