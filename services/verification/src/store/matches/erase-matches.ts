import { gunzipSync, gzipSync } from 'node:zlib'
import { type ErasedRows, erasedText, type Pool, query, statement } from '@outturn/postgres'

/** Matches are found by Spools that an account supplied something to, and by those that its sources reported of. */
type MatchOwner = { readonly accountId: string; readonly spoolIds?: readonly string[] | undefined }

const ofOwner = `select run_id from match_run where spool_id = any($1::text[])`

const spoolsStatement = statement(
  'spools_of_own_facts',
  `select distinct spool_id from fact where source_id in (select source_id from source where account_id = $1)`,
)

const runsStatement = statement(
  'match_findings',
  `select run_id, findings from match_run where run_id in (${ofOwner})`,
)
const pagesStatement = statement(
  'match_pages_of_runs',
  `select run_id, page, rows from match_page where run_id in (${ofOwner}) order by run_id, page`,
)

/** How many rows of matches have values in them. */
export async function countMatches(pool: Pool, owner: MatchOwner): Promise<ErasedRows[]> {
  return rowsOf(await matchesWithValues(pool, owner))
}

/** Replaces the values of the differences that matches found; their digests, counts and ids stay. */
export async function eraseMatches(pool: Pool, owner: MatchOwner): Promise<ErasedRows[]> {
  const matches = await matchesWithValues(pool, owner)
  for (const { runId, findings } of matches.runs) {
    await query(
      pool,
      statement('erase_match_findings', 'update match_run set findings = $2 where run_id = $1'),
      [runId, findings],
    )
  }
  for (const { runId, page, rows } of matches.pages) {
    await query(
      pool,
      statement('erase_match_page', 'update match_page set rows = $3 where run_id = $1 and page = $2'),
      [runId, page, gzipSync(rows)],
    )
  }
  return rowsOf(matches)
}

type Matches = {
  readonly runs: readonly { readonly runId: string; readonly findings: string }[]
  readonly pages: readonly { readonly runId: string; readonly page: number; readonly rows: string }[]
}

/** The rows that have values, as they are without them. */
async function matchesWithValues(pool: Pool, { accountId, spoolIds }: MatchOwner): Promise<Matches> {
  const own = await query<{ spool_id: string }>(pool, spoolsStatement, [accountId])
  const spools = spoolIds ?? own.map(({ spool_id: id }) => id)
  if (spools.length === 0) return { runs: [], pages: [] }
  const runs = await query<{ run_id: string; findings: string }>(pool, runsStatement, [spools])
  const pages = await query<{ run_id: string; page: number; rows: Buffer }>(pool, pagesStatement, [spools])
  return {
    runs: runs.flatMap(({ run_id: runId, findings }) => {
      const erased = withoutValues(findings)
      return erased === findings ? [] : [{ runId, findings: erased }]
    }),
    pages: pages.flatMap(({ run_id: runId, page, rows }) => {
      const text = gunzipSync(rows).toString()
      const erased = withoutValues(text)
      return erased === text ? [] : [{ runId, page, rows: erased }]
    }),
  }
}

function rowsOf({ runs, pages }: Matches): ErasedRows[] {
  const counts = { match_run: runs.length, match_page: pages.length }
  return Object.entries(counts).flatMap(([table, rows]) => (rows === 0 ? [] : [{ table, rows }]))
}

const values: ReadonlySet<string> = new Set(['claimed', 'observed', 'expected'])

/** The JSON without the values of differences, member by member as it was written. */
function withoutValues(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (key, value: unknown) =>
      values.has(key) && typeof value === 'string' ? erasedText : value,
    ),
  )
}
