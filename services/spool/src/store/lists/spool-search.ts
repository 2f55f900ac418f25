import type { SearchHit } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'

type HitRow = Pick<SearchHit, 'kind' | 'id'> & {
  readonly at: Date
  readonly spoolId: string
  readonly title: string
  readonly state: string | null
}

/** Whether the account is a party of the Spool in `s`. */
const isOwn = `(s.account_id = $1 or exists (
  select from spool_account where spool_account.account_id = $1 and spool_account.spool_id = s.id))`
const title = `s.agreement -> 'deliverable' ->> 'title'`

/** Rows of a table whose id, its primary key, begins as asked. Ids differ in hexadecimal digits alone, and `g` follows every digit. */
function beginning(table: string, key: string, columns: string): string {
  return `lateral (select ${columns} from ${table} where ${key} >= asked.id and ${key} < asked.id || 'g' order by ${key} limit $3)`
}

const search = statement(
  'search_spools',
  `with asked as (select unnest($2::text[]) as id)
   (select 'spool' as kind, s.id, s.id as "spoolId", s.created_at as at, ${title} as title, null as state
    from asked, ${beginning('spool', 'id', 'id, account_id, agreement, created_at')} as s
    where asked.id ~ '^spl_' and ${isOwn} limit $3)
   union all
   (select 'run', p.run_id, s.id, p.requested_at, ${title}, p.state
    from (
      select p.* from asked, ${beginning('verification_process', 'run_id', 'run_id, spool_id, requested_at, state')} as p
      where asked.id ~ '^vr_'
      union
      select run_id, spool_id, requested_at, state from verification_process where spool_id = any($2)
    ) as p join spool as s on s.id = p.spool_id
    where ${isOwn} order by p.requested_at desc limit $3)
   union all
   (select 'evidence', e.item ->> 'id', s.id, (e.item ->> 'receivedAt')::timestamptz, ${title}, null
    from asked join evidence as e on (e.item ->> 'id') ~>=~ asked.id and (e.item ->> 'id') ~<~ (asked.id || 'g') join spool as s on s.id = e.spool_id
    where asked.id ~ '^ev_' and ${isOwn} limit $3)
   union all
   (select 'dispute', d.id, s.id, s.updated_at, ${title}, null
    from (
      select d.* from asked, ${beginning('dispute', 'id', 'id, spool_id')} as d where asked.id ~ '^dsp_'
      union
      select id, spool_id from dispute where spool_id = any($2)
    ) as d join spool as s on s.id = d.spool_id
    where ${isOwn} limit $3)
   union all
   (select 'review', r.id, s.id, r.created_at, ${title}, null
    from asked, ${beginning('review', 'id', 'id, spool_id, created_at')} as r join spool as s on s.id = r.spool_id
    where asked.id ~ '^rev_' and ${isOwn} limit $3)
   union all
   (select 'discrepancy', c.id, s.id, s.updated_at, ${title}, c.status
    from asked, ${beginning('discrepancy', 'id', 'id, spool_id, status')} as c join spool as s on s.id = c.spool_id
    where asked.id ~ '^dsc_' and ${isOwn} limit $3)`,
)

/** What an account may see of the Spools, runs, evidence items, disputes, reviews and discrepancies whose ids begin so, and the runs and disputes of a whole Spool. */
export async function searchByIds(
  pool: Pool,
  accountId: string,
  ids: readonly string[],
  most: number,
): Promise<SearchHit[]> {
  const rows = await query<HitRow>(pool, search, [accountId, ids, most])
  return rows.map(({ at, state, ...hit }) => ({
    ...hit,
    at: at.toISOString(),
    ...(state !== null && { state }),
  }))
}

export type SpoolName = {
  readonly id: string
  readonly title: string
  readonly parties: readonly { readonly role: string; readonly displayName: string }[]
}

const names = statement(
  'names_of_spools',
  `select s.id, ${title} as title, s.agreement -> 'parties' as parties from spool as s where s.id = any($2) and ${isOwn}`,
)

/** Titles and parties of those of the Spools that the account is a party of. */
export function namesOfSpools(pool: Pool, accountId: string, ids: readonly string[]): Promise<SpoolName[]> {
  return query<SpoolName>(pool, names, [accountId, ids])
}
