import type { Tx } from '@outturn/postgres/typed'
import type { BookTransfer } from '../domain/books.ts'
import type { Tables } from './tables.ts'

/** Adds transfers to the books; one that is booked already under its key fails the transaction. */
export async function recordTransfers(
  tx: Tx<Tables>,
  transfers: readonly BookTransfer[],
  now: Date,
): Promise<void> {
  if (transfers.length === 0) return
  await tx
    .insertInto('book_transfer')
    .values(
      transfers.map(({ settlementId, from, to, ...transfer }) => ({
        ...transfer,
        settlement_id: settlementId,
        from_account: from,
        to_account: to,
        at: now,
      })),
    )
    .execute()
}
