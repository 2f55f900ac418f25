import type { ListedReceipt } from '@outturn/contracts'
import { csvText } from '../../csv-text.ts'
import type { SpoolNames } from './receipt-list-page.ts'

const columns = [
  'receipt',
  'issued_at',
  'spool',
  'title',
  'buyer',
  'seller',
  'run',
  'verdict',
  'earned_usd',
  'committed_usd',
  'status',
  'disputed',
] as const

export function receiptCsv(receipts: readonly ListedReceipt[], names: SpoolNames): string {
  return csvText(
    columns,
    receipts.map((receipt) => {
      const name = names.get(receipt.spoolId)
      return [
        receipt.id,
        receipt.issuedAt,
        receipt.spoolId,
        name?.title ?? '',
        name?.buyer ?? '',
        name?.provider ?? '',
        receipt.runId,
        receipt.verdict,
        receipt.earned,
        receipt.committed,
        receipt.status,
        receipt.isDisputed ? 'yes' : 'no',
      ]
    }),
  )
}
