import type { Database } from '@outturn/postgres/typed'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** The balance of each account as the ledger has it, in columns `account` and `micros`: what is folded, and the transfers since. */
export const ledgerBalances: RawBuilder<unknown> = sql`
  select account, sum(micros) as micros from (
    select account, micros from ledger_balance
    union all
    select debit_account, -amount_micros from transfer where id > (select folded_upto from ledger_horizon)
    union all
    select credit_account, amount_micros from transfer where id > (select folded_upto from ledger_horizon)
  ) as part group by account`

/** The sum of all entries, which must be 0. */
export async function readLedgerSum(db: Database<Tables>): Promise<bigint> {
  const { rows } = await sql<{ micros: string }>`
    select coalesce(sum(micros), 0)::numeric as micros from (${ledgerBalances}) as balance`.execute(db)
  return BigInt(rows[0]?.micros ?? 0)
}

/**
 * Adds the transfers up to the one that was noted the last time to the folded balances, and notes the last one that there is now.
 * While a transaction that had begun by then is under way, or another replica folds, nothing is folded.
 */
export async function foldLedger(db: Database<Tables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ may_fold: boolean }>`
      select not exists (
        select from pg_stat_activity as other
        where other.datname = current_database() and other.usename = current_user and other.pid <> pg_backend_pid()
          and other.xact_start <= horizon.noted_at
      ) as may_fold
      from ledger_horizon as horizon for update skip locked`.execute(tx)
    if (rows[0]?.may_fold !== true) return
    await sql`
      insert into ledger_balance (account, micros)
      select account, sum(micros) from (
        select debit_account as account, -amount_micros as micros from transfer, ledger_horizon
        where id > folded_upto and id <= next_upto
        union all
        select credit_account, amount_micros from transfer, ledger_horizon
        where id > folded_upto and id <= next_upto
      ) as part group by account
      on conflict (account) do update set micros = ledger_balance.micros + excluded.micros`.execute(tx)
    await sql`
      update ledger_horizon set folded_upto = next_upto,
        next_upto = (select coalesce(max(id), 0) from transfer), noted_at = clock_timestamp()`.execute(tx)
  })
}

/** Accounts whose folded balance is not the sum of their transfers: a transfer was changed or removed. Sums the ledger from its start. */
export async function readChangedBalances(db: Database<Tables>): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    with summed as (
      select account, sum(micros) as micros from (
        select debit_account as account, -amount_micros as micros from transfer, ledger_horizon where id <= folded_upto
        union all
        select credit_account, amount_micros from transfer, ledger_horizon where id <= folded_upto
      ) as part group by account
    )
    select account from summed full join ledger_balance as folded using (account)
    where coalesce(summed.micros, 0) <> coalesce(folded.micros, 0) order by account`.execute(db)
  return rows.map(({ account }) => account)
}
