import { appendOutbox, type OutboxRow } from '@outturn/postgres'
import { inside, inTransaction, type Tx } from '@outturn/postgres/typed'
import type { SigningDeps } from '../deps.ts'
import { type ReceiptChange, receiptChanged } from '../events.ts'
import type { Tables } from '../store/tables.ts'

/** Records an event in the transaction of the change that it tells of. */
export type Announce = (change: ReceiptChange) => Promise<void>

/** Runs a change in one transaction with the events that it announces; the relay gets them when it is committed. */
export async function announceInTransaction<Result>(
  { db, relay, ...origin }: SigningDeps,
  change: (tx: Tx<Tables>, announce: Announce) => Promise<Result>,
): Promise<Result> {
  const { result, announced } = await inTransaction(db, async (tx) => {
    const rows: OutboxRow[] = []
    const announce: Announce = async (receipt) => {
      const row = receiptChanged(origin, receipt)
      await appendOutbox(inside(tx), [row])
      rows.push(row)
    }
    return { result: await change(tx, announce), announced: rows }
  })
  relay.publish(announced)
  return result
}
