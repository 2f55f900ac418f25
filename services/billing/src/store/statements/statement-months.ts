import type { Database, Tx } from '@outturn/postgres/typed'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../tables.ts'

type StatementMonth = Selectable<Tables['statement_month']>

/** The month that is being closed, or null when none is. */
export async function findClosingMonth(db: Database<Tables>): Promise<StatementMonth | null> {
  const row = await db
    .selectFrom('statement_month')
    .selectAll()
    .where('closed_at', 'is', null)
    .orderBy('month')
    .executeTakeFirst()
  return row ?? null
}

/** The last month whose statements are all made, or null. */
export async function lastClosedMonth(db: Database<Tables> | Tx<Tables>): Promise<string | null> {
  const row = await db
    .selectFrom('statement_month')
    .select((each) => each.fn.max('month').as('month'))
    .where('closed_at', 'is not', null)
    .executeTakeFirst()
  return row?.month ?? null
}

/** Notes that a month takes no more charges. */
export async function noteMonthEnd(db: Database<Tables>, month: string, endsAt: Date): Promise<void> {
  await sql`
    insert into statement_month (month, ends_at, noted_at) values (${month}, ${endsAt}, clock_timestamp())
    on conflict do nothing`.execute(db)
}

/** Notes, in a transaction of its own, that the end of a month is recorded for all that begin from now on. */
export async function sealMonth(db: Database<Tables>, month: string): Promise<void> {
  await sql`
    update statement_month set sealed_at = clock_timestamp()
    where month = ${month} and sealed_at is null`.execute(db)
}

/** Whether a transaction is under way that began before the month was sealed, and may charge to it. */
export async function isChargedStill(db: Database<Tables>, month: string): Promise<boolean> {
  const { rows } = await sql<{ is_charged: boolean }>`
    select exists (
      select from pg_stat_activity as other, statement_month
      where month = ${month} and other.datname = current_database() and other.usename = current_user
        and other.pid <> pg_backend_pid() and other.xact_start <= sealed_at
    ) as is_charged`.execute(db)
  return rows[0]?.is_charged ?? true
}

/** The month with its place among the accounts, which no other process moves until the transaction ends; null when one does. */
export async function lockMonth(tx: Tx<Tables>, month: string): Promise<StatementMonth | null> {
  const row = await tx
    .selectFrom('statement_month')
    .selectAll()
    .where('month', '=', month)
    .where('closed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/** An account with very many entries takes longer to sum up than a request may. */
export async function allowLongStatements(tx: Tx<Tables>): Promise<void> {
  await sql`set local statement_timeout = '60s'`.execute(tx)
}

/** The next accounts, in the order of their ids. */
export async function accountsAfter(tx: Tx<Tables>, accountId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('account_funds')
    .select('account_id')
    .where('account_id', '>', accountId)
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Keeps up to which account the statements are made; with `closedAt`, that all of them are. */
export async function saveMonthPlace(
  tx: Tx<Tables>,
  month: string,
  { afterAccount, closedAt }: { afterAccount: string; closedAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('statement_month')
    .set({ after_account: afterAccount, closed_at: closedAt })
    .where('month', '=', month)
    .execute()
}
