import { type Pool, query, statement } from '@outturn/postgres'
import type { Environment } from '@outturn/vocabulary'
import type { StatePattern } from '../../domain/listing/list-state.ts'
import type { Spool } from '../../domain/model/spool.ts'
import { pageBytes } from '../spool-pages.ts'
import { fromRow, type SpoolRow, spoolColumns } from '../spool-row.ts'

/** Spools that one search looks at before it says where to go on, and the bytes of theirs that it reads. */
export const searchLimits = { spools: 2_000, bytes: 33_554_432 } as const

export type SpoolFilter = {
  readonly pattern: StatePattern | null
  /** Part of the name of a party, or the id of a party or, where the account made the Spool, of an account. */
  readonly party: string | null
  readonly from: string | null
  readonly before: string | null
}

type SpoolSearch = {
  readonly items: Spool[]
  /** The last Spool that was looked at: the search goes on after it. Null where there are no more. */
  readonly nextAfter: string | null
}

// Which Spools match is asked of no more than a bounded number of them, in their order: an account may have a million, of which none
// matches. A timer that is due may have changed a state that is not written yet, so that such a Spool is a candidate for every state.
const matchingSpools = statement(
  'spools_matching',
  `with place as (
     select created_at, id from spool where id = $2
   ), own as (
     select id, created_at from spool
     where account_id = $1 and ($2::text is null or (created_at, id) < (select created_at, id from place))
       and ($3::timestamptz is null or created_at >= $3) and ($4::timestamptz is null or created_at < $4)
     order by created_at desc, id desc limit $8 + 1
   ), joined as (
     select spool_id as id, created_at from spool_account
     where account_id = $1 and ($2::text is null or (created_at, spool_id) < (select created_at, id from place))
       and ($3::timestamptz is null or created_at >= $3) and ($4::timestamptz is null or created_at < $4)
     order by created_at desc, spool_id desc limit $8 + 1
   ), candidate as materialized (
     select id, row_number() over ordered as place,
       sum(pg_column_size(agreement) + pg_column_size(standing)) over ordered as upto
     from spool where id in (select id from own union select id from joined)
     window ordered as (order by created_at desc, id desc)
   ), looked as (
     select id, place, upto from candidate where place = 1 or (place <= $8 and upto <= $9)
   ), matching as materialized (
     select looked.id, looked.place, row_number() over ordered as n,
       sum(octet_length(concat(s.standing, s.agreement))) over ordered as upto
     from looked join spool as s using (id)
     where ($5::jsonb is null or s.standing::jsonb @> $5 or s.due_at <= $7)
       and ($6::text[] is null or exists (
         select from json_array_elements(s.agreement -> 'parties') as party, unnest($6) as sought
         where position(lower(sought) in lower(party ->> 'displayName')) > 0 or party ->> 'partyId' = sought
           or (s.account_id = $1 and party ->> 'accountId' = sought)))
     window ordered as (order by looked.place)
   ), taken as (
     select id, place from matching where n = 1 or (n <= $10 and upto <= $11)
   ), ended as (
     select case when exists (select from matching where place > coalesce((select max(place) from taken), 0))
       then (select max(place) from taken) else (select max(place) from looked) end as place
   )
   select coalesce((select json_agg(id order by place) from taken), '[]') as ids,
     (select candidate.id from candidate, ended
      where candidate.place = ended.place and ended.place < (select max(place) from candidate)) as "nextAfter"`,
)

const spoolsById = statement(
  'spools_by_ids',
  `select ${spoolColumns} from spool where id = any($1) order by created_at desc, id desc`,
)

/** Spools of an account that match, the newest first: at most `limit`, and as many as fit on a page. Null when `after` is none of its own. */
export async function searchSpools(
  pool: Pool,
  accountId: string,
  search: { filter: SpoolFilter; after: string | null; limit: number; now: Date },
  environment: Environment,
): Promise<SpoolSearch | null> {
  const { filter, after, limit, now } = search
  if (after !== null && !(await isOwnSpool(pool, accountId, after))) return null
  const { pattern, party, from, before } = filter
  const [found] = await query<{ ids: string[]; nextAfter: string | null }>(pool, matchingSpools, [
    accountId,
    after,
    from,
    before,
    pattern === null ? null : JSON.stringify(pattern),
    party === null ? null : spellingsOf(party),
    now,
    searchLimits.spools,
    searchLimits.bytes,
    limit,
    pageBytes,
  ])
  const { ids = [], nextAfter = null } = found ?? {}
  if (ids.length === 0) return { items: [], nextAfter }
  const rows = await query<SpoolRow>(pool, spoolsById, [ids])
  return { items: rows.map((row) => fromRow(row, environment)), nextAfter }
}

/** A database may know the case of ASCII letters alone: of others, a name is found as it is typed, or in one of the usual spellings. */
function spellingsOf(party: string): string[] {
  const [small, capital] = [party.toLowerCase(), party.toUpperCase()]
  const title = small.replace(/^./u, (first) => first.toUpperCase())
  return [...new Set([party, small, capital, title])]
}

async function isOwnSpool(pool: Pool, accountId: string, id: string): Promise<boolean> {
  const rows = await query(
    pool,
    statement(
      'own_spool',
      `select 1 from spool where id = $2 and (account_id = $1 or exists (
         select 1 from spool_account where account_id = $1 and spool_id = $2))`,
    ),
    [accountId, id],
  )
  return rows.length > 0
}
