import { parseStrictJson } from '@outturn/canonical'
import { readReceiptEnvelope } from '@outturn/receipt-verifier'

/** A receipt in a text that a reader pasted, with what the text says of itself, or why there is none. */
export type PastedReceipt =
  | { readonly receipt: unknown; readonly id: string | null; readonly environment: 'demo' | 'production' }
  | { readonly problem: string }

/** Finds the receipt in a text: the file of a receipt, or an answer of the service with one. */
export function readPastedReceipt(text: string): PastedReceipt {
  let document: unknown
  try {
    document = parseStrictJson(text)
  } catch {
    return {
      problem: 'This is not the text of a receipt: it is not JSON, or it was cut. Paste the whole file.',
    }
  }
  const found = readReceiptEnvelope(document)
  if ('problem' in found) return { problem: `There is no receipt to verify: ${found.problem}.` }
  const { id, environment } = (found.receipt ?? {}) as { id?: unknown; environment?: unknown }
  return {
    receipt: found.receipt,
    id: typeof id === 'string' && /^ocr_[0-9a-f]{24}$/.test(id) ? id : null,
    environment: environment === 'demo' ? 'demo' : 'production',
  }
}
