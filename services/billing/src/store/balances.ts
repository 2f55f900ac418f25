import type { CommandOutput, readTrialBalance } from '@outturn/contracts'
import type { Database } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { AccountHoldings } from '../domain/ledger/balance.ts'
import { fromRowFunds, type VersionedFunds } from './funds-row.ts'
import { ledgerBalances } from './ledger/folded-ledger.ts'
import { pendingPackClaims } from './packs/pack-claims.ts'
import { pendingPurchases } from './packs/credit-purchases.ts'
import type { Tables } from './tables.ts'

/** What one account has and holds; null funds when it never had any. Read in one snapshot. */
export async function readAccountBalance(
  db: Database<Tables>,
  accountId: string,
): Promise<AccountHoldings & { saved: VersionedFunds | null }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const row = await tx
        .selectFrom('account_funds')
        .selectAll()
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      const { held } = await tx
        .selectFrom('reservation')
        .select(sql<string>`coalesce(sum(verification_micros + compile_micros), 0)::numeric`.as('held'))
        .where('account_id', '=', accountId)
        .where('state', '=', 'held')
        // What a payment for one run covers is nothing of the account.
        .where('covered_by', '<>', 'payment')
        .executeTakeFirstOrThrow()
      const grants = await tx
        .selectFrom('credit_grant')
        .select(['id', 'original_micros'])
        .where('account_id', '=', accountId)
        .execute()
      return {
        saved: row === undefined ? null : fromRowFunds(row),
        heldMicros: BigInt(held),
        pending: [...(await pendingPurchases(tx, accountId)), ...(await pendingPackClaims(tx, accountId))],
        originalMicros: new Map(grants.map(({ id, original_micros }) => [id, original_micros])),
      }
    })
}

/** The whole ledger in one snapshot: its sum, the balance of each kind of account, and what is still held. */
export async function readLedgerTotals(
  db: Database<Tables>,
): Promise<CommandOutput<typeof readTrialBalance>> {
  const { rows } = await sql<{ account: string; balance: string; open: number }>`
    with kind as (
      select regexp_replace(account, '^(customer|receivable|refund_receivable):[^:]+', '\\1') as account, sum(amount_micros) as balance
      from entry group by 1
    )
    select account, balance::numeric, (select count(*)::int from reservation where state = 'held') as open
    from (select null as account, coalesce(sum(balance), 0) as balance from kind union all select * from kind) as total
    order by account nulls first`.execute(db)
  const [whole, ...accounts] = rows
  return {
    sumMicros: whole?.balance ?? '0',
    accounts: accounts.map(({ account, balance }) => ({ account, balanceMicros: balance })),
    openReservations: whole?.open ?? 0,
  }
}

/** Accounts whose funds are not what the ledger says, which must be none. */
export async function readDriftingAccounts(db: Database<Tables>): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    with balance as (
      select account, micros from (${ledgerBalances}) as whole
      where account like 'customer:%' or account like 'refund_receivable:%'
    ), held as (
      select account_id, sum(verification_micros + compile_micros) as micros
      from reservation where state = 'held' group by account_id
    ), known as (
      select account_id from account_funds
      union select account_id from held
      union select split_part(account, ':', 2) from balance
    )
    select known.account_id from known
    left join account_funds as funds using (account_id)
    left join held using (account_id)
    left join balance as available on available.account = 'customer:' || known.account_id || ':available'
    left join balance as set_aside on set_aside.account = 'customer:' || known.account_id || ':held'
    left join balance as debt on debt.account = 'refund_receivable:' || known.account_id
    where coalesce(funds.available_micros, 0) <> coalesce(available.micros, 0)
      or coalesce(held.micros, 0) <> coalesce(set_aside.micros, 0)
      or coalesce(funds.available_micros, 0) <>
        (select coalesce(sum((item ->> 'remainingMicros')::bigint), 0) from jsonb_array_elements(funds.grants) as item)
      or -coalesce(debt.micros, 0) <>
        (select coalesce(sum((item ->> 'micros')::bigint), 0) from jsonb_array_elements(funds.debts) as item)
    order by known.account_id`.execute(db)
  return rows.map(({ account_id }) => account_id)
}
