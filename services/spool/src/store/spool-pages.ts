import { readJson } from '@outturn/canonical'
import type { SpoolEventView } from '@outturn/contracts'
import type { Environment } from '@outturn/vocabulary'
import { type Pool, query, statement } from '@outturn/postgres'
import type { Spool } from '../domain/model/spool.ts'
import { fromRow, type SpoolRow, spoolColumns } from './spool-row.ts'

/**
 * Most that one page of a list loads and answers with, in stored bytes: a hundred Spools of some conditions each, and a few
 * milliseconds of each process that it passes. An item alone is always a page, whatever its size.
 */
export const pageBytes = 524_288

/** Most entries of a history on one page. */
const pageEntries = 1_000

/** What fits on one page, and whether more follows. */
export type StoredPage<Item> = { items: Item[]; hasMore: boolean }

// Sizes are added up row by row, and the sum ends at the first row that does not fit: what is not on the page is never
// loaded, and of a large account no more than one page and one row are looked at.
const pageOfSpools = statement(
  'spools_of_account',
  `with recursive own as (
     select id, created_at from spool
     where account_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3))
     order by created_at desc, id desc limit $4 + 1
   ), joined as (
     select spool_id as id, created_at from spool_account
     where account_id = $1 and ($2::timestamptz is null or (created_at, spool_id) < ($2, $3))
     order by created_at desc, spool_id desc limit $4 + 1
   ), candidate as materialized (
     select id, row_number() over (order by created_at desc, id desc) as place from spool
     where id in (select id from own union select id from joined)
   ), page as (
     select place, id, 0::bigint as bytes from candidate where place = 1
     union all
     select candidate.place, candidate.id, upto.bytes
     from page join candidate on candidate.place = page.place + 1 and candidate.place <= $4,
     lateral (
       select page.bytes
         + case when page.place > 1 then 0 else ${bytesOf('page.id')} end
         + ${bytesOf('candidate.id')} as bytes
     ) as upto
     where upto.bytes <= $5
   )
   select ${spoolColumns}, exists (select from candidate where candidate.place = page.place + 1) as "hasNext"
   from page join spool using (id) order by page.place`,
)

/** Stored bytes of a Spool with its evidence items. */
function bytesOf(id: string): string {
  return `(select octet_length(concat(s.standing, s.agreement)) + coalesce((
    select sum(octet_length(e.item::text)) from evidence as e where e.spool_id = s.id), 0)::bigint
    from spool as s where s.id = ${id})`
}

/**
 * Spools that an account is a party of, made by it or not, newest first: those after the Spool `after`, or from the start,
 * as many as fit on a page and at most `limit`. Null when `after` is none of them.
 */
export async function spoolsOfAccount(
  pool: Pool,
  accountId: string,
  page: { limit: number; after: string | null },
  environment: Environment,
): Promise<StoredPage<Spool> | null> {
  const cursor = page.after === null ? null : await cursorAt(pool, accountId, page.after)
  if (cursor === undefined) return null
  const rows = await query<SpoolRow & { hasNext: boolean }>(pool, pageOfSpools, [
    accountId,
    cursor?.created_at ?? null,
    cursor?.id ?? null,
    page.limit,
    pageBytes,
  ])
  return {
    items: rows.map((row) => fromRow(row, environment)),
    hasMore: rows.at(-1)?.hasNext ?? false,
  }
}

type Cursor = { id: string; created_at: Date }

async function cursorAt(pool: Pool, accountId: string, id: string): Promise<Cursor | undefined> {
  const [row] = await query<Cursor>(
    pool,
    statement(
      'spool_cursor',
      `select id, created_at from spool where id = $2 and (account_id = $1 or exists (
         select 1 from spool_account where account_id = $1 and spool_id = $2))`,
    ),
    [accountId, id],
  )
  return row
}

/** The history of a Spool in recorded order, each entry as it was hashed: those after the entry with the number `after`. */
export async function historyPage(
  pool: Pool,
  spoolId: string,
  after: number,
): Promise<StoredPage<SpoolEventView>> {
  const rows = await query<{ body: string; hasNext: boolean }>(
    pool,
    statement(
      'history_page',
      `with entry as (
         select seq, body, row_number() over ordered as place, sum(octet_length(body)) over ordered as upto,
           lead(seq) over ordered is not null as has_next
         from (
           select seq, body from spool_history where spool_id = $1 and seq > $2 order by seq limit $3 + 1
         ) as following
         window ordered as (order by seq)
       )
       select body, has_next as "hasNext" from entry
       where place = 1 or (place <= $3 and upto <= $4) order by seq`,
    ),
    [spoolId, after, pageEntries, pageBytes],
  )
  return {
    items: rows.map(({ body }) => readJson(body) as SpoolEventView),
    hasMore: rows.at(-1)?.hasNext ?? false,
  }
}

/** The first events of a Spool, each as the text that it is stored as; null when they have more than `mostBytes`. */
export async function historyTextsUpTo(
  pool: Pool,
  spoolId: string,
  seq: number,
  mostBytes: number,
): Promise<string[] | null> {
  const rows = await query<{ body: string }>(
    pool,
    statement(
      'history_up_to',
      `select body from spool_history where spool_id = $1 and seq <= $2 and $3 >= (
         select sum(octet_length(body)) from spool_history where spool_id = $1 and seq <= $2)
       order by seq`,
    ),
    [spoolId, seq, mostBytes],
  )
  return rows.length === 0 ? null : rows.map(({ body }) => body)
}
