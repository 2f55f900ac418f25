import type { ListedSpool } from '@outturn/contracts'
import { csvText } from '../../csv-text.ts'
import { nextText, stateNames } from './list-words.ts'

const columns = [
  'spool',
  'title',
  'side',
  'buyer',
  'seller',
  'state',
  'value_usd',
  'earned_usd',
  'next',
  'waiting_for_me',
  'receipt',
  'created_at',
  'changed_at',
] as const

export function spoolCsv(rows: readonly ListedSpool[]): string {
  return csvText(
    columns,
    rows.map((row) => [
      row.id,
      row.title,
      row.side === 'buyer' ? 'buyer' : 'seller',
      row.buyer.name,
      row.provider.name,
      stateNames[row.state],
      amount(row.amountCents),
      row.earnedCents === null ? '' : amount(row.earnedCents),
      nextText(row),
      row.isWaitingForMe ? 'yes' : 'no',
      row.receiptId ?? '',
      row.createdAt,
      row.updatedAt,
    ]),
  )
}

/** Dollars with a point and two places, which every table program reads as a number. */
function amount(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
