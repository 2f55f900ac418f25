import { invalid, type listClaims } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { claimStatus } from '../../domain/claims/match-spool.ts'
import { claimView } from '../../domain/views/casework/claim-view.ts'
import { currentSpoolOfParty, type ReadDeps } from '../../flows/current-spool.ts'
import { claimsOfSpool, hasClaim } from '../../store/casework/claim-store.ts'
import { findLastMatch } from '../../store/casework/match-store.ts'

/** A page of the claims of a Spool, for both of its parties. */
export function handleListClaims(deps: ReadDeps): Handler<typeof listClaims> {
  return async ({ spoolId, limit, after = null, subject = null, current }, { principal }) => {
    await currentSpoolOfParty(deps, spoolId, principal)
    if (after !== null && !(await hasClaim(deps.pool, spoolId, after))) {
      throw invalid('after', 'after names no claim of this Spool.', {
        remediation: 'Send the next_cursor of the page before, or leave after out.',
      })
    }
    const page = { spoolId, isCurrent: current, after, subject, limit: limit + 1 }
    const [claims, match] = await Promise.all([
      claimsOfSpool(deps.pool, page),
      findLastMatch(deps.pool, spoolId),
    ])
    const statuses = match?.statuses ?? ''
    const data = claims.slice(0, limit).map((claim) =>
      claimView(claim, {
        status: claimStatus(statuses, claim.ordinal),
        supersededBy: claim.supersededBy,
      }),
    )
    const hasMore = claims.length > limit
    return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null }
  }
}
