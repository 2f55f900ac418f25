import type { Database, Tx } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { Selectable } from 'kysely'
import { type Anomaly, type AnomalyKind, anomalyKinds, type KeptAnomaly } from '../domain/operator/anomaly.ts'
import type { AnomalyTable, Tables } from './tables.ts'

type Db = Database<Tables>

/** Who closes an anomaly that is gone, or that asks for nothing. */
const byItself = 'settlement'

/** Keeps what was found: each anomaly once, however often it is found. What an operator has resolved stays resolved. */
export async function recordAnomalies(db: Db, found: readonly Anomaly[], now: Date): Promise<void> {
  if (found.length === 0) return
  const rows = found.map(({ kind, subject, settlementId, detail }) => {
    const isNotice = anomalyKinds[kind] === 'notice'
    return {
      id: derivedId('anomaly', `settlement|${kind}|${subject}`),
      ...{ kind, subject, detail },
      settlement_id: settlementId,
      found_at: now,
      closed_at: isNotice ? now : null,
      closed_by: isNotice ? byItself : null,
    }
  })
  const recurring = Object.keys(anomalyKinds).filter(
    (kind) => anomalyKinds[kind as AnomalyKind] === 'condition',
  )
  await db
    .insertInto('anomaly')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({ closed_at: null, closed_by: null, found_at: now })
        .where('anomaly.closed_by', '=', byItself)
        .where('anomaly.kind', 'in', recurring as AnomalyKind[]),
    )
    .execute()
}

/** Closes the open anomalies of this kind that are not among those that are still there. */
export async function closeGone(
  db: Db,
  kind: AnomalyKind,
  there: readonly string[],
  now: Date,
): Promise<void> {
  let gone = db
    .updateTable('anomaly')
    .set({ closed_at: now, closed_by: byItself })
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
  if (there.length > 0) gone = gone.where('subject', 'not in', there)
  await gone.execute()
}

/** Anomalies that are open, or all, the newest first; those of one settlement where it is named. */
export async function listAnomalies(
  db: Db,
  { isOpen, settlementId = null, limit }: { isOpen: boolean; settlementId?: string | null; limit: number },
): Promise<KeptAnomaly[]> {
  let rows = db.selectFrom('anomaly').selectAll()
  if (isOpen) rows = rows.where('closed_at', 'is', null)
  if (settlementId !== null) rows = rows.where('settlement_id', '=', settlementId)
  return (await rows.orderBy('found_at', 'desc').orderBy('id').limit(limit).execute()).map(fromRow)
}

/** Closes an anomaly for an operator: the state that it is in then, and whether it was open; null where there is none. */
export async function resolveAnomaly(
  tx: Tx<Tables>,
  id: string,
  by: string,
  now: Date,
): Promise<'resolved' | 'closed' | null> {
  const row = await tx
    .selectFrom('anomaly')
    .select('closed_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.closed_at !== null) return 'closed'
  await tx.updateTable('anomaly').set({ closed_at: now, closed_by: by }).where('id', '=', id).execute()
  return 'resolved'
}

/** How many anomalies are open, by kind: every kind has its number. */
export async function countOpenAnomalies(db: Db): Promise<Record<AnomalyKind, number>> {
  const rows = await db
    .selectFrom('anomaly')
    .select(({ fn }) => ['kind', fn.countAll<bigint>().as('count')])
    .where('closed_at', 'is', null)
    .groupBy('kind')
    .execute()
  const counts = new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
  const all = Object.keys(anomalyKinds) as AnomalyKind[]
  return Object.fromEntries(all.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<AnomalyKind, number>
}

function fromRow(row: Selectable<AnomalyTable>): KeptAnomaly {
  return {
    ...{ id: row.id, kind: row.kind, subject: row.subject, detail: row.detail },
    settlementId: row.settlement_id,
    foundAt: row.found_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
  }
}
