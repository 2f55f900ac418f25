import type { readClaimMatches } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { matchRowsAt } from '../../adapters/matching.ts'
import type { SpoolDeps } from '../../deps.ts'
import { placeOfClaim } from '../../domain/claims/match-spool.ts'
import { currentSpoolOfParty, type ReadDeps } from '../../flows/current-spool.ts'
import { ordinalsOfClaims } from '../../store/casework/claim-store.ts'
import { findLastMatch } from '../../store/casework/match-store.ts'

/** What the last match says of some claims of a Spool, for both of its parties. */
export function handleReadClaimMatches(
  deps: Pick<SpoolDeps, 'bus'> & ReadDeps,
): Handler<typeof readClaimMatches> {
  return async ({ spoolId, claimIds }, context) => {
    await currentSpoolOfParty(deps, spoolId, context.principal)
    const [match, ordinals] = await Promise.all([
      findLastMatch(deps.pool, spoolId),
      ordinalsOfClaims(deps.pool, spoolId, claimIds),
    ])
    if (match === null) return { asOf: null, rows: [] }
    const places = ordinals.flatMap((ordinal) => placeOfClaim(match.statuses, ordinal) ?? [])
    const rows = places.length === 0 ? [] : await matchRowsAt(deps, { runId: match.runId, places }, context)
    return { asOf: match.asOf, rows }
  }
}
