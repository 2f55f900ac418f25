import type { OutcomeReceipt, StatusProof } from '../../receipt/outcome-receipt.ts'
import type { ReceiptStatus } from '../../status/receipt-status.ts'
import { statusProofOf } from '../issue-receipt.ts'

/** What the status route says of a receipt with its signed statement, with members of either replaced. */
export function statusAnswer(
  receipt: OutcomeReceipt,
  change: Partial<ReceiptStatus> = {},
  proofChange: Partial<StatusProof> = {},
): ReceiptStatus {
  const { status = 'active' } = change
  return {
    receipt_id: receipt.id,
    status,
    advisories: [],
    checked_at: '2026-01-01T00:45:00.000Z',
    status_proof: status === 'unknown' ? null : statusProofOf(receipt, { status, ...proofChange }),
    ...change,
  }
}

export const activeStatus = (receipt: OutcomeReceipt) => statusAnswer(receipt)
