import type { Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** What the ledger says of an account, without runs that are paid for by themselves. */
export type LedgerSums = {
  readonly accountId: string
  readonly chargedMicros: bigint
  /** Available and reserved, less what is owed. */
  readonly balanceMicros: bigint
}

/** The sums of the ledger, from its start, for each of these accounts. */
export async function readLedgerSums(tx: Tx<Tables>, accountIds: readonly string[]): Promise<LedgerSums[]> {
  type Row = { account_id: string; charged: string; balance: string }
  const { rows } = await sql<Row>`
    with own as (
      select split_part(account, ':', 2) as account_id, account, kind, amount_micros
      from entry
      where split_part(account, ':', 2) = any(${accountIds}) and kind not in ('payment', 'write_off')
        and not exists (
          select from reservation where run_id = entry.reference and reservation.covered_by = 'payment'
        )
    )
    select account_id, sum(amount_micros)::text as balance,
      coalesce(-sum(amount_micros) filter (where kind in ('post_verification', 'post_compile')), 0)::text as charged
    from own group by account_id`.execute(tx)
  return rows.map(({ account_id, charged, balance }) => ({
    accountId: account_id,
    chargedMicros: BigInt(charged),
    balanceMicros: BigInt(balance),
  }))
}

/** What the records of runs, compilations and audits say was charged to an account, from its start. */
export async function readChargedMicros(tx: Tx<Tables>, accountId: string): Promise<bigint> {
  const { rows } = await sql<{ micros: string }>`
    select coalesce(sum(micros), 0)::text as micros from (
      select fee_micros as micros from usage_run where account_id = ${accountId}
      union all
      select amount_micros from compile_charge where account_id = ${accountId}
    ) as charge`.execute(tx)
  return BigInt(rows[0]?.micros ?? 0)
}
