import type { SearchHit } from '@outturn/contracts'
import { dollars } from '@outturn/money'
import { type Pool, query, statement } from '@outturn/postgres'

type HitRow = {
  readonly kind: 'charge' | 'purchase' | 'grant'
  readonly id: string
  readonly at: Date
  readonly runId: string | null
  readonly state: string
  readonly micros: string
}

/** Rows of a table whose id, its primary key, begins as asked. Ids differ in hexadecimal digits alone, and `g` follows every digit. */
function beginning(table: string, key: string): string {
  return `lateral (select * from ${table} where ${key} >= asked.id and ${key} < asked.id || 'g' order by ${key} limit $3)`
}

const search = statement(
  'search_billing',
  `with asked as (select unnest($2::text[]) as id)
   (select 'charge' as kind, 'billing:run:' || run_id as id, created_at as at, run_id as "runId", state,
      (case covered_by when 'allowance' then 0 else verification_micros + compile_micros end)::text as micros
    from asked, ${beginning('reservation', 'run_id')} as r where asked.id ~ '^vr_' and account_id = $1 limit $3)
   union all
   (select 'purchase', p.id, created_at, null, state, (pack_cents::bigint * 10000)::text
    from asked, ${beginning('credit_purchase', 'id')} as p where asked.id ~ '^cpp_' and account_id = $1 limit $3)
   union all
   (select 'grant', g.id, created_at, null, source, original_micros::text
    from asked, ${beginning('credit_grant', 'id')} as g where asked.id ~ '^crg_' and account_id = $1 limit $3)`,
)

/** Charges of runs, purchases and credit grants of an account, by the beginnings of their ids. */
export async function searchByIds(
  pool: Pool,
  accountId: string,
  ids: readonly string[],
  most: number,
): Promise<SearchHit[]> {
  const rows = await query<HitRow>(pool, search, [accountId, ids, most])
  return rows.map(({ kind, id, at, runId, state, micros }) => ({
    kind,
    id,
    at: at.toISOString(),
    state,
    amount: dollars(BigInt(micros)),
    ...(runId !== null && { runId }),
  }))
}
