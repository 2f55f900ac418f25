import { snakeNames } from '@outturn/contracts'
import { inTransaction, type Database, type Tx } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { PackRail } from '@outturn/vocabulary'
import type { Selectable } from 'kysely'
import { type Anomaly, type KeptAnomaly, reversalKinds } from '../../domain/reconciliation/anomaly.ts'
import type { PaymentNote } from '../../domain/reconciliation/payment-note.ts'
import type { PaymentAnomalyTable, Tables } from '../tables.ts'
import type { Reached } from './reconciliations.ts'

/** Who closes an anomaly that is gone. */
const byReconciliation = 'reconciliation'
/** Most rows of one statement: each has a dozen parameters, of which a statement takes 65,535. */
const mostAtOnce = 1_000
/** Most anomalies that are told of one payment or transaction. */
const mostOfOne = 1_000

/** Keeps what was found, and how far the comparison has come, in one transaction: each anomaly once, however often it is found. */
export async function saveFindings(
  db: Database<Tables>,
  rail: PackRail,
  findings: readonly Anomaly[],
  reached: Reached | null,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (findings.length > 0) await keep(tx, findings, now)
    if (reached === null) return
    await tx
      .updateTable('payment_reconciliation')
      .set({ compared_to: reached.position, fingerprint: reached.fingerprint })
      .where('rail', '=', rail)
      .execute()
  })
}

async function keep(tx: Tx<Tables>, findings: readonly Anomaly[], now: Date): Promise<void> {
  const rows = findings.map((finding) => ({
    ...snakeNames(finding),
    id: derivedId('anomaly', [finding.rail, finding.kind, finding.subject].join('|')),
    found_at: now,
    closed_at: null,
    closed_by: null,
  }))
  for (let first = 0; first < rows.length; first += mostAtOnce) {
    await tx
      .insertInto('payment_anomaly')
      .values(rows.slice(first, first + mostAtOnce))
      .onConflict((conflict) =>
        // What an operator has explained stays explained.
        conflict
          .columns(['rail', 'kind', 'subject'])
          .doUpdateSet({ closed_at: null, closed_by: null })
          .where('payment_anomaly.closed_by', '=', byReconciliation),
      )
      .execute()
  }
}

/** Anomalies that are open, or all, the newest first. */
export async function listAnomalies(
  db: Database<Tables>,
  { isOpen, limit }: { isOpen: boolean; limit: number },
): Promise<KeptAnomaly[]> {
  let rows = db.selectFrom('payment_anomaly').selectAll()
  if (isOpen) rows = rows.where('closed_at', 'is', null)
  return (await rows.orderBy('found_at', 'desc').orderBy('id').limit(limit).execute()).map(fromRow)
}

/** The open anomalies of a rail, the oldest first. */
export async function openAnomalies(
  db: Database<Tables>,
  rail: PackRail,
  limit: number,
): Promise<KeptAnomaly[]> {
  const rows = await db
    .selectFrom('payment_anomaly')
    .selectAll()
    .where('rail', '=', rail)
    .where('closed_at', 'is', null)
    .orderBy('found_at')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

/** The anomaly of this id, and those that are about this payment or transaction, the oldest first, at most a thousand. */
export async function anomaliesOf(db: Database<Tables>, subject: string): Promise<KeptAnomaly[]> {
  const rows = await db
    .selectFrom('payment_anomaly')
    .selectAll()
    .where(({ eb, or }) =>
      or([
        eb('id', '=', subject),
        eb('payment_id', '=', subject),
        // Transactions are kept in lower case.
        eb('reference', 'in', [subject, subject.toLowerCase()]),
      ]),
    )
    .orderBy('found_at')
    .orderBy('id')
    .limit(mostOfOne)
    .execute()
  return rows.map(fromRow)
}

/** Closes anomalies that a comparison did not find any more. */
export async function closeGone(db: Database<Tables>, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('payment_anomaly')
    .set({ closed_at: now, closed_by: byReconciliation })
    .where('id', 'in', ids)
    .where('closed_at', 'is', null)
    .execute()
}

/** Closes an anomaly for an operator; false for one that is none or closed. */
export async function closeAnomaly(tx: Tx<Tables>, id: string, by: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_anomaly')
    .set({ closed_at: now, closed_by: by })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Closes what said that money went back, once its refund is noted. */
export async function closeReversals(
  tx: Tx<Tables>,
  { rail, reference, notedBy }: Pick<PaymentNote, 'notedBy'> & { rail: PackRail; reference: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('payment_anomaly')
    .set({ closed_at: now, closed_by: notedBy })
    .where('rail', '=', rail)
    .where('kind', 'in', reversalKinds)
    .where('subject', '=', reference)
    .where('closed_at', 'is', null)
    .execute()
}

/** How many anomalies are open, by rail. */
export async function countOpenAnomalies(db: Database<Tables>): Promise<Map<PackRail, number>> {
  const rows = await db
    .selectFrom('payment_anomaly')
    .select(({ fn }) => ['rail', fn.countAll<bigint>().as('count')])
    .where('closed_at', 'is', null)
    .groupBy('rail')
    .execute()
  return new Map(rows.map(({ rail, count }) => [rail, Number(count)]))
}

function fromRow(row: Selectable<PaymentAnomalyTable>): KeptAnomaly {
  return {
    id: row.id,
    rail: row.rail,
    kind: row.kind,
    subject: row.subject,
    paymentId: row.payment_id,
    reference: row.reference,
    payer: row.payer,
    position: row.position,
    amountMicros: row.amount_micros,
    foundAt: row.found_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
  }
}
