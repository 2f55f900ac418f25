import { BatchBytes, bytesAt, type Pool, query, statement } from '@outturn/postgres'
import { gunzipSync } from 'node:zlib'
import { readJson } from '@outturn/canonical'
import type { MatchCounts, MatchView } from '@outturn/contracts'

/** A recorded match without its rows. */
export type MatchRecord = {
  readonly runId: string
  readonly spoolId: string
  readonly asOf: string
  readonly counts: MatchCounts
  readonly matchDigest: string
  readonly rowCount: number
  readonly statuses: string
  /** A list of JSON. */
  readonly findings: string
}

type MatchRow = {
  run_id: string
  spool_id: string
  as_of: Date
  counts: MatchCounts
  match_digest: string
  row_count: number
  statuses: string
  findings: string
}

const findStatement = statement(
  'find_match_run',
  `select run_id, spool_id, as_of, counts, match_digest, row_count, statuses, findings from match_run where run_id = $1`,
)

export async function findMatch(pool: Pool, runId: string): Promise<MatchRecord | null> {
  const [row] = await query<MatchRow>(pool, findStatement, [runId])
  if (row === undefined) return null
  return {
    runId: row.run_id,
    spoolId: row.spool_id,
    asOf: row.as_of.toISOString(),
    counts: row.counts,
    matchDigest: row.match_digest,
    rowCount: row.row_count,
    statuses: row.statuses,
    findings: row.findings,
  }
}

const recordStatement = statement(
  'record_match_run',
  // A command may come again for a day; after that only the match that the Spool keeps is read.
  `with forgotten as (
     delete from match_run where spool_id = $2 and run_id <> $1 and run_id is distinct from $11 and as_of < $3::timestamptz - interval '1 day'
   ), recorded as (
     insert into match_run (run_id, spool_id, as_of, counts, match_digest, row_count, statuses, findings)
     values ($1, $2, $3, $4::json, $5, $6, $7, $8) on conflict do nothing returning run_id
   )
   insert into match_page (run_id, page, rows)
   select recorded.run_id, p.page, ${bytesAt('$10', 'p.place')}
   from recorded, json_to_recordset($9::json) as p(page integer, place integer)`,
)

/**
 * Records a match with its packed rows, unless its run is recorded already. Deletes the rows of earlier matches, except those of
 * `keptRunId` and of the last day.
 */
export async function recordMatch(
  pool: Pool,
  record: MatchRecord,
  pages: readonly Uint8Array[],
  keptRunId: string | null,
): Promise<void> {
  const bytes = new BatchBytes()
  const places = pages.map((rows, page) => ({ page, place: bytes.add(rows) }))
  await query(pool, recordStatement, [
    ...[record.runId, record.spoolId, record.asOf, JSON.stringify(record.counts), record.matchDigest],
    ...[record.rowCount, record.statuses, record.findings, JSON.stringify(places), bytes.toParameter()],
    keptRunId,
  ])
}

const pagesStatement = statement(
  'find_match_pages',
  'select rows from match_page where run_id = $1 and page between $2 and $3 order by page',
)

/** The rows of a match on its pages from one to another. */
export async function findMatchRows(
  pool: Pool,
  runId: string,
  firstPage: number,
  lastPage: number,
): Promise<MatchView[]> {
  const found = await query<{ rows: Buffer }>(pool, pagesStatement, [runId, firstPage, lastPage])
  return found.flatMap(({ rows }) => readJson(gunzipSync(rows).toString()) as unknown as MatchView[])
}
