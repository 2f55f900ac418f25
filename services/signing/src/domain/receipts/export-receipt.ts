import type { Sha256 } from '@outturn/canonical'
import { invalidState, type ReceiptExportFormat } from '@outturn/contracts'
import type { OutcomeReceipt } from '@outturn/receipt-verifier'
import { type DraftExport, exportFormats } from '@outturn/receipt-verifier/issuing'
import { type ReceiptState, statusOf } from './receipt-status.ts'
import type { Signer } from '../keys/signer.ts'

export type Exporter = {
  /** Address of this deployment. */
  readonly publicUrl: string
  readonly signer: Signer
  readonly sha256: Sha256
}

/** A format that is served and cannot be made does not compile. */
const drafts: Record<ReceiptExportFormat, DraftExport> = exportFormats

/**
 * Refuses a receipt that must not be relied on: a reader of another format need not ask for the status, and a signature
 * made today would speak for what was taken back before.
 */
export function refuseOutdated(receiptState: ReceiptState): void {
  const status = statusOf(receiptState.changes)
  if (status === 'active' && receiptState.keyRevokedAt === null) return
  const isKeyRevoked = status === 'active'
  throw invalidState('Only a current receipt is exported.', {
    reason: isKeyRevoked ? 'key_compromise' : `receipt_${status}`,
    remediation:
      status === 'corrected'
        ? 'Read the status of the receipt and export the receipt that replaces it.'
        : 'Read the status of the receipt; it says why it is not to be relied on.',
  })
}

/** JSON text of the receipt in this format. */
export async function exportReceipt(
  format: ReceiptExportFormat,
  receipt: OutcomeReceipt,
  { publicUrl, signer, sha256 }: Exporter,
): Promise<string> {
  const { keyId, publicKey } = signer
  const draft = drafts[format](receipt, { publicUrl, publicKey, keyId }, sha256)
  return draft.withSignature(await signer.sign(draft.signedBytes))
}
