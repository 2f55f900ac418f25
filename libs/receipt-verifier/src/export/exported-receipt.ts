import { type Sha256, digestOf } from '@outturn/canonical'
import { composeReceipt } from '../receipt/freeze-receipt.ts'
import { signedReceiptText } from '../receipt/receipt-body.ts'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'

/** A receipt as other formats carry it: what was signed, with its signature and nothing that may be detached. */
export interface ExportedReceipt {
  /** JSON text that verifies like any receipt. */
  readonly text: string
  /** SHA-256 of the text that the receipt's signature is over, 64 hexadecimal digits. */
  readonly digest: string
}

/** The part of a receipt that never changes, so that an export of it never does. */
export function exportedReceipt(receipt: OutcomeReceipt, sha256: Sha256): ExportedReceipt {
  const signedText = signedReceiptText(receipt)
  const { signing_key_id: signingKeyId, signature } = receipt
  return {
    text: composeReceipt({ signedText, signingKeyId, signature }),
    digest: digestOf(signedText, sha256),
  }
}
