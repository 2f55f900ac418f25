import type { SearchHit } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'

type HitRow = {
  readonly kind: 'settlement' | 'transaction'
  readonly id: string
  readonly at: Date
  readonly spoolId: string
  readonly receiptId: string | null
  readonly amount: string | null
}

// Ids differ in hexadecimal digits alone, so a beginning is a range of the primary key: `g` follows every digit.
const search = statement(
  'search_settlements',
  `with asked as (select unnest($2::text[]) as id), settled as (
     select s.* from asked, lateral (
       select * from settlement where id >= asked.id and id < asked.id || 'g' order by id limit $3) as s
     where asked.id ~ '^stl_'
     union select * from settlement where spool_id = any($2)
   )
   (select 'settlement' as kind, id, created_at as at, spool_id as "spoolId", receipt_id as "receiptId", (earned_cents / 100.0)::numeric(20, 2)::text as amount
    from settled where account_id = $1 limit $3)
   union all
   (select distinct on (l.transaction) 'transaction', l.transaction, l.created_at, s.spool_id, s.receipt_id, (l.cents / 100.0)::numeric(20, 2)::text
    from asked join leg as l on l.transaction ~>=~ asked.id and l.transaction ~<~ (asked.id || 'g') join settlement as s on s.id = l.settlement_id
    where asked.id ~ '^0x' and s.account_id = $1 limit $3)`,
)

/** Settlements that an account has committed to, by the beginnings of their ids or of the transactions that paid them, or by their Spool. */
export async function searchByIds(
  pool: Pool,
  accountId: string,
  ids: readonly string[],
  most: number,
): Promise<SearchHit[]> {
  const rows = await query<HitRow>(pool, search, [accountId, ids, most])
  return rows.map(({ at, amount, receiptId, ...hit }) => ({
    ...hit,
    at: at.toISOString(),
    ...(receiptId !== null && { receiptId }),
    ...(amount !== null && { amount }),
  }))
}
