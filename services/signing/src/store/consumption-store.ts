import type { ConsumptionRequest } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'

/** What is settled of a Spool: the sum as decimal text, and whether the settlement service is paying it. */
export type HeldSettlement = { readonly settled: string; readonly isBeingPaid: boolean }

/**
 * Holds what was settled of a Spool until the transaction ends. Every settlement and every change of a status goes through here, one after
 * the other.
 */
export async function holdSettlement(tx: Tx<Tables>, spoolId: string): Promise<HeldSettlement> {
  await sql`insert into settlement_total (spool_id) values (${spoolId}) on conflict do nothing`.execute(tx)
  const { settled, is_being_paid: isBeingPaid } = await tx
    .selectFrom('settlement_total')
    .select(['settled', 'is_being_paid'])
    .where('spool_id', '=', spoolId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { settled, isBeingPaid }
}

/** What is settled of a Spool, what the settlement service paid by its last news, and how much of `settled` that added; decimal texts. */
export type PaymentTotal = { readonly settled: string; readonly paid: string; readonly paidAdded: string }

/**
 * Notes whether the settlement service is paying what a Spool earned; the totals as they were, or null for news that is not later than
 * the last, which changes nothing. The Spool is held.
 */
export async function notePayment(
  tx: Tx<Tables>,
  spoolId: string,
  { version, isBeingPaid }: { version: number; isBeingPaid: boolean },
): Promise<PaymentTotal | null> {
  const row = await tx
    .updateTable('settlement_total')
    .set({ news_version: version, is_being_paid: isBeingPaid })
    .where('spool_id', '=', spoolId)
    .where('news_version', '<', version)
    .returning(['settled', 'paid', 'paid_added'])
    .executeTakeFirst()
  return row === undefined ? null : { settled: row.settled, paid: row.paid, paidAdded: row.paid_added }
}

export async function savePaymentTotal(
  tx: Tx<Tables>,
  spoolId: string,
  { settled, paid, paidAdded }: PaymentTotal,
): Promise<void> {
  await tx
    .updateTable('settlement_total')
    .set({ settled, paid, paid_added: paidAdded })
    .where('spool_id', '=', spoolId)
    .execute()
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

/** Sets the sum that `holdSettlement` returned, as decimal text. */
export async function saveSettled(tx: Tx<Tables>, spoolId: string, settled: string): Promise<void> {
  await tx.updateTable('settlement_total').set({ settled }).where('spool_id', '=', spoolId).execute()
}
