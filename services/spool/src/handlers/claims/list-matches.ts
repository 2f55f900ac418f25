import { absent, type listMatches } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { matchRows } from '../../adapters/matching.ts'
import type { SpoolDeps } from '../../deps.ts'
import { currentSpoolOfParty, type ReadDeps } from '../../flows/current-spool.ts'
import { findLastMatch } from '../../store/casework/match-store.ts'

/** A page of the last match of a Spool, for both of its parties. */
export function handleListMatches(deps: Pick<SpoolDeps, 'bus'> & ReadDeps): Handler<typeof listMatches> {
  return async ({ spoolId, limit, after = null }, context) => {
    await currentSpoolOfParty(deps, spoolId, context.principal)
    const match = await findLastMatch(deps.pool, spoolId)
    if (match === null) {
      throw absent('The claims of this Spool have not been matched.', {
        remediation: 'Match them with POST /api/v1/spools/{id}/match first.',
      })
    }
    const { runId, asOf, counts, matchDigest } = match
    const rows = await matchRows(deps, { runId, after, limit: limit + 1 }, context)
    const data = rows.slice(0, limit)
    const hasMore = rows.length > limit
    return {
      data,
      has_more: hasMore,
      next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null,
      run_id: runId,
      as_of: asOf,
      ...counts,
      match_digest: matchDigest,
    }
  }
}
