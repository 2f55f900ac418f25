import type { ConsumptionRequest } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Holds what was settled of a Spool until the transaction ends, and returns the sum as decimal text. Every settlement and
 * every change of a status goes through here, one after the other.
 */
export async function holdSettlement(tx: Tx<Tables>, spoolId: string): Promise<string> {
  await sql`insert into settlement_total (spool_id) values (${spoolId}) on conflict do nothing`.execute(tx)
  const { settled } = await tx
    .selectFrom('settlement_total')
    .select('settled')
    .where('spool_id', '=', spoolId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return settled
}

/** A use as it was recorded, with the answer that was given to it. */
export type RecordedUse = { purpose: string; amount: string | null; answer: string }

export async function findUse(
  tx: Tx<Tables>,
  receiptId: string,
  { consumer, reference }: ConsumptionRequest,
): Promise<RecordedUse | null> {
  const row = await tx
    .selectFrom('consumption')
    .select(['purpose', 'amount', 'answer'])
    .where('receipt_id', '=', receiptId)
    .where('consumer', '=', consumer)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row ?? null
}

export type NewUse = {
  readonly id: string
  readonly receiptId: string
  readonly request: ConsumptionRequest
  readonly recordedBy: string
  readonly now: Date
  readonly answer: string
}

/** Records a use; its reference is new, as `findUse` said under the same hold. */
export async function recordUse(tx: Tx<Tables>, use: NewUse): Promise<void> {
  const { consumer, purpose, reference, amount } = use.request
  await tx
    .insertInto('consumption')
    .values({
      id: use.id,
      receipt_id: use.receiptId,
      consumer,
      purpose,
      reference,
      amount: amount ?? null,
      recorded_by: use.recordedBy,
      recorded_at: use.now.toISOString(),
      answer: use.answer,
    })
    .execute()
}

/** Sets the sum that `holdSettlement` returned, decimal text. */
export async function saveSettled(tx: Tx<Tables>, spoolId: string, settled: string): Promise<void> {
  await tx.updateTable('settlement_total').set({ settled }).where('spool_id', '=', spoolId).execute()
}
