import type { OutcomeIndex } from '@outturn/contracts'
import type { Database, Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Period } from '../../domain/outcome-index/period.ts'
import type { Tables } from '../tables.ts'

/** Has the publications of this transaction made one at a time, over all processes. */
export async function lockPublications(tx: Tx<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('outcome-index', 0))`.execute(tx)
}

/** The last published period; null before the first. */
export async function lastPeriod(db: Database<Tables> | Tx<Tables>): Promise<Period | null> {
  const row = await db
    .selectFrom('index_publication')
    .select(['period as id', 'from_at as from', 'to_at as to'])
    .orderBy('to_at', 'desc')
    .executeTakeFirst()
  return row ?? null
}

export async function addPublication(
  tx: Tx<Tables>,
  { id, from, to }: Period,
  document: OutcomeIndex,
): Promise<void> {
  const row = { period: id, from_at: from, to_at: to, document: JSON.stringify(document) }
  await tx.insertInto('index_publication').values(row).execute()
}

/** What was published of a period, of a month in parts the last one; the latest where none is named. Null where there is none. */
export async function findPublication(
  db: Database<Tables>,
  period: string | undefined,
): Promise<OutcomeIndex | null> {
  const row = await db
    .selectFrom('index_publication')
    .select('document')
    .$if(period !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([eb('period', '=', period ?? ''), eb(sql`split_part(period, '.', 1)`, '=', period ?? '')]),
      ),
    )
    .orderBy('to_at', 'desc')
    .executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.document) as OutcomeIndex)
}

export async function setOptOut(db: Database<Tables>, accountId: string, since: Date | null): Promise<void> {
  if (since === null) await db.deleteFrom('index_opt_out').where('account_id', '=', accountId).execute()
  else {
    await db
      .insertInto('index_opt_out')
      .values({ account_id: accountId, since })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
