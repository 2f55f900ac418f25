import { gunzipSync, gzipSync } from 'node:zlib'
import type { MatchFinding, MatchView } from '@outturn/contracts'
import { type ErasedRows, erasedText, type Pool, query, statement } from '@outturn/postgres'
import { findErasedFacts } from '../facts/fact-texts.ts'

/** Matches are found by Spools that an account supplied something to, and by those that its sources reported of. */
type MatchOwner = { readonly accountId: string; readonly spoolIds?: readonly string[] | undefined }

const spoolsStatement = statement(
  'spools_of_own_facts',
  `select distinct spool_id from fact where source_id in (select source_id from source where account_id = $1)`,
)

const runsStatement = statement(
  'match_findings',
  'select run_id, findings from match_run where spool_id = any($1::text[]) order by run_id',
)
const pagesStatement = statement(
  'match_pages_of_run',
  'select page, rows from match_page where run_id = $1 order by page',
)

/** How many rows of matches have values in them. */
export async function countMatches(pool: Pool, owner: MatchOwner): Promise<ErasedRows[]> {
  return replaceMatches(pool, await spoolsOf(pool, owner), withoutValues, { isCounted: true })
}

/** Replaces the names and the values of the differences that matches found; their digests, counts and ids stay. */
export async function eraseMatches(pool: Pool, owner: MatchOwner): Promise<ErasedRows[]> {
  return replaceMatches(pool, await spoolsOf(pool, owner), withoutValues, { isCounted: false })
}

/**
 * The same for what matches of a Spool have of facts whose values were deleted. What a claim says stays: it is there whether or not
 * a fact was found for it. May be repeated.
 */
export async function eraseFactsOfMatches(pool: Pool, spoolId: string): Promise<void> {
  const facts = new Set(await findErasedFacts(pool, spoolId))
  if (facts.size > 0) await replaceMatches(pool, [spoolId], withoutFacts(facts), { isCounted: false })
}

async function spoolsOf(pool: Pool, { accountId, spoolIds }: MatchOwner): Promise<readonly string[]> {
  if (spoolIds !== undefined) return spoolIds
  const own = await query<{ spool_id: string }>(pool, spoolsStatement, [accountId])
  return own.map(({ spool_id: id }) => id)
}

/** What is left of the two things that a match has values in. */
type Without = {
  readonly finding: (finding: MatchFinding) => MatchFinding
  readonly row: (row: MatchView) => MatchView
}

/** Rewrites what changes, the pages of one run after those of another; only counts them where asked to. */
async function replaceMatches(
  pool: Pool,
  spoolIds: readonly string[],
  without: Without,
  { isCounted }: { readonly isCounted: boolean },
): Promise<ErasedRows[]> {
  if (spoolIds.length === 0) return []
  const counts = { match_run: 0, match_page: 0 }
  const runs = await query<{ run_id: string; findings: string }>(pool, runsStatement, [spoolIds])
  for (const { run_id: runId, findings } of runs) {
    const erased = rewritten(findings, without.finding)
    if (erased !== findings) {
      counts.match_run += 1
      if (!isCounted) await query(pool, replaceFindings, [runId, erased])
    }
    const pages = await query<{ page: number; rows: Buffer }>(pool, pagesStatement, [runId])
    for (const { page, rows } of pages) {
      const text = gunzipSync(rows).toString()
      const erasedRows = rewritten(text, without.row)
      if (erasedRows === text) continue
      counts.match_page += 1
      if (!isCounted) await query(pool, replacePage, [runId, page, gzipSync(erasedRows)])
    }
  }
  return Object.entries(counts).flatMap(([table, rows]) => (rows === 0 ? [] : [{ table, rows }]))
}

const replaceFindings = statement(
  'erase_match_findings',
  'update match_run set findings = $2 where run_id = $1',
)
const replacePage = statement(
  'erase_match_page',
  'update match_page set rows = $3 where run_id = $1 and page = $2',
)

/** A list of JSON with each item as the change makes it, member by member as it was written. */
function rewritten<Item>(text: string, change: (item: Item) => Item): string {
  return JSON.stringify((JSON.parse(text) as Item[]).map(change))
}

const withoutValues: Without = {
  finding: (finding) => ({
    ...withoutNames(finding),
    expected: erasedOf(finding.expected),
    observed: erasedOf(finding.observed),
  }),
  row: (row) => ({
    ...withoutNames(row),
    differences: row.differences.map((each) => ({
      ...each,
      claimed: erasedOf(each.claimed),
      observed: erasedOf(each.observed),
    })),
  }),
}

/** Names are of the claim, and where there is none, of the fact. */
function withoutFacts(facts: ReadonlySet<string>): Without {
  return {
    finding: (finding) => {
      if (finding.factId === null || !facts.has(finding.factId)) return finding
      const named = finding.claimId === null ? withoutNames(finding) : finding
      return { ...named, observed: erasedOf(finding.observed) }
    },
    row: (row) => {
      if (!row.fact_ids.some((id) => facts.has(id))) return row
      const named = row.claim_id === null ? withoutNames(row) : row
      return {
        ...named,
        differences: row.differences.map((each) => ({ ...each, observed: erasedOf(each.observed) })),
      }
    },
  }
}

function withoutNames<Named extends { subject?: string | undefined; predicate?: string | undefined }>(
  named: Named,
): Named {
  return {
    ...named,
    ...(named.subject !== undefined && { subject: erasedText }),
    ...(named.predicate !== undefined && { predicate: erasedText }),
  }
}

function erasedOf(text: string | null): string | null {
  return text === null ? null : erasedText
}
