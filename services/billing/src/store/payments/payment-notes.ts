import { snakeNames } from '@outturn/contracts'
import type { Database, Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { PaymentNote } from '../../domain/reconciliation/payment-note.ts'
import type { Tables } from '../tables.ts'

/** Records what an operator did; false for a refund that is recorded already. */
export async function recordNote(tx: Tx<Tables> | Database<Tables>, note: PaymentNote): Promise<boolean> {
  const made = await tx
    .insertInto('payment_note')
    .values(snakeNames(note))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** What operators did about these subjects, the oldest first. */
export async function notesOf(
  db: Tx<Tables> | Database<Tables>,
  subjects: readonly string[],
): Promise<PaymentNote[]> {
  if (subjects.length === 0) return []
  const rows = await db
    .selectFrom('payment_note')
    .selectAll()
    .where('subject', 'in', subjects)
    .orderBy('at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    rail: row.rail,
    amountMicros: row.amount_micros,
    reference: row.reference,
    reason: row.reason,
    notedBy: row.noted_by,
    at: row.at,
  }))
}

/** Keeps others from noting a refund of the same payment or anomaly until the transaction ends. */
export async function lockRefunds(tx: Tx<Tables>, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund:${subject}`}, 0))`.execute(tx)
}
