import type { MatchCounts } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'
import type { ClaimMatch } from '../../domain/model/casework/claim-match.ts'

const lastStatement = statement(
  'find_last_match',
  `select run_id, as_of, counts, match_digest, statuses from claim_match
   where spool_id = $1 order by number desc limit 1`,
)

/** The last match of a Spool, or null before one. */
export async function findLastMatch(pool: Pool, spoolId: string): Promise<ClaimMatch | null> {
  type Row = { run_id: string; as_of: Date; counts: MatchCounts; match_digest: string; statuses: string }
  const [row] = await query<Row>(pool, lastStatement, [spoolId])
  if (row === undefined) return null
  const { run_id: runId, as_of: asOf, counts, match_digest: matchDigest, statuses } = row
  return { runId, asOf: asOf.toISOString(), counts, matchDigest, statuses }
}

const countStatement = statement(
  'count_matches',
  'select count(*)::integer as matches from claim_match where spool_id = $1 and matched_at >= $2',
)

/** Matches of a Spool since a time. */
export async function countMatchesSince(pool: Pool, spoolId: string, since: Date): Promise<number> {
  const [row] = await query<{ matches: number }>(pool, countStatement, [spoolId, since])
  return row?.matches ?? 0
}
