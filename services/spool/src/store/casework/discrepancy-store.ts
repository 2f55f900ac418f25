import { type Pool, query, statement } from '@outturn/postgres'
import type { DiscrepancyStatus, Environment } from '@outturn/vocabulary'
import type { Discrepancy } from '../../domain/model/casework/discrepancy.ts'
import type { Spool } from '../../domain/model/spool.ts'
import type { StoredPage } from '../spool-pages.ts'
import { fromRow, type SpoolRow, spoolColumns } from '../spool-row.ts'
import { type DiscrepancyRow, fromDiscrepancyRow } from './discrepancy-row.ts'

const columns = 'id, ordinal, status, state, texts'

/** One discrepancy, with the Spool that it is of; null where there is none. */
export async function findDiscrepancy(
  pool: Pool,
  id: string,
): Promise<{ spoolId: string; discrepancy: Discrepancy } | null> {
  const [row] = await query<DiscrepancyRow & { spool_id: string }>(
    pool,
    statement('find_discrepancy', `select spool_id, ${columns} from discrepancy where id = $1`),
    [id],
  )
  return row === undefined ? null : { spoolId: row.spool_id, discrepancy: fromDiscrepancyRow(row) }
}

/** Discrepancies of a Spool, the newest first: those after `after`, or from the start. Null when `after` is none of them. */
export async function discrepanciesOf(
  pool: Pool,
  spoolId: string,
  page: {
    limit: number
    after: string | null
    status: DiscrepancyStatus | null
    /** Claims and facts of which it names one; null for all. */
    about: readonly string[] | null
  },
): Promise<StoredPage<Discrepancy> | null> {
  const last = page.after === null ? null : await findDiscrepancy(pool, page.after)
  if (page.after !== null && last?.spoolId !== spoolId) return null
  const rows = await query<DiscrepancyRow>(
    pool,
    statement(
      'discrepancies_of_spool',
      `select ${columns} from discrepancy
       where spool_id = $1 and ($2::integer is null or ordinal < $2) and ($3::text is null or status = $3)
       and ($5::text[] is null or state #>> '{about,claimId}' = any($5) or state #>> '{about,factId}' = any($5))
       order by ordinal desc limit $4 + 1`,
    ),
    [spoolId, last?.discrepancy.ordinal ?? null, page.status, page.limit, page.about],
  )
  return { items: rows.slice(0, page.limit).map(fromDiscrepancyRow), hasMore: rows.length > page.limit }
}

/** Everything that matches of a Spool have opened so far. */
export async function foundDiscrepancies(pool: Pool, spoolId: string): Promise<Discrepancy[]> {
  const rows = await query<DiscrepancyRow>(
    pool,
    statement(
      'found_discrepancies',
      `select ${columns} from discrepancy where spool_id = $1 and state ->> 'openedBy' = 'service' order by ordinal`,
    ),
    [spoolId],
  )
  return rows.map(fromDiscrepancyRow)
}

/** Open discrepancies that an operator asked to close, whose request another one can still approve; those that expire first come first. */
export async function requestedCloses(
  pool: Pool,
  now: Date,
): Promise<{ spoolId: string; discrepancy: Discrepancy }[]> {
  const rows = await query<DiscrepancyRow & { spool_id: string }>(
    pool,
    statement(
      'requested_closes',
      `select spool_id, ${columns} from discrepancy
       where status = 'open' and state #>> '{request,expiresAt}' > $1 and state ->> 'lapsesAt' > $1
       order by state #>> '{request,expiresAt}', id limit 500`,
    ),
    [now.toISOString()],
  )
  return rows.map((row) => ({ spoolId: row.spool_id, discrepancy: fromDiscrepancyRow(row) }))
}

/**
 * Open discrepancies of all Spools of an account, the newest first: those after `after`, or from the start, each with its Spool. Null when
 * `after` is none of them.
 */
export async function openDiscrepanciesOf(
  pool: Pool,
  accountId: string,
  page: { limit: number; after: string | null },
  environment: Environment,
): Promise<StoredPage<{ spool: Spool; discrepancy: Discrepancy }> | null> {
  const last = page.after === null ? null : await findDiscrepancy(pool, page.after)
  if (page.after !== null && last === null) return null
  const rows = await query<DiscrepancyRow & { spool_id: string }>(
    pool,
    statement(
      'open_discrepancies_of_account',
      `select spool_id, ${columns} from discrepancy
       where status = 'open' and ($2::text is null or (state ->> 'openedAt', id) < ($2, $3))
         and spool_id in (
           select id from spool where account_id = $1 union all select spool_id from spool_account where account_id = $1)
       order by state ->> 'openedAt' desc, id desc limit $4 + 1`,
    ),
    [accountId, last?.discrepancy.openedAt ?? null, page.after, page.limit],
  )
  const shown = rows.slice(0, page.limit)
  const spools = await spoolsNamed(pool, [...new Set(shown.map((row) => row.spool_id))], environment)
  const items = shown.flatMap((row) => {
    const spool = spools.get(row.spool_id)
    return spool === undefined ? [] : [{ spool, discrepancy: fromDiscrepancyRow(row) }]
  })
  return { items, hasMore: rows.length > page.limit }
}

async function spoolsNamed(
  pool: Pool,
  ids: readonly string[],
  environment: Environment,
): Promise<Map<string, Spool>> {
  const rows = await query<SpoolRow>(
    pool,
    statement('spools_named', `select ${spoolColumns} from spool where id = any($1::text[])`),
    [ids],
  )
  return new Map(rows.map((row) => [row.id, fromRow(row, environment)]))
}
