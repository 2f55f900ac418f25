import type { OutcomeReceipt } from '../../receipt/outcome-receipt.ts'
import type { ReceiptStatus } from '../../status/receipt-status.ts'

/** What the status route says of a receipt, with members replaced. */
export function statusAnswer(
  { id }: Pick<OutcomeReceipt, 'id'>,
  change: Partial<ReceiptStatus> = {},
): ReceiptStatus {
  return {
    receipt_id: id,
    status: 'active',
    advisories: [],
    checked_at: '2026-01-01T00:45:00.000Z',
    ...change,
  }
}

export const activeStatus = (receipt: OutcomeReceipt) => statusAnswer(receipt)
