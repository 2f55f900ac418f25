import { accountOf, forbidden, invalid, type listSpools } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { spoolsOfAccount } from '../../store/spool-store.ts'
import type { ReadDeps } from '../../flows/current-spool.ts'
import { viewsOf } from '../../flows/spool-views.ts'

/** One page of the caller's Spools; the next one starts after the last of this. */
export function handleListSpools(deps: ReadDeps): Handler<typeof listSpools> {
  return async ({ limit, after }, { principal }) => {
    const accountId = accountOf(principal)
    if (accountId === null || (principal.kind === 'account' && principal.scope !== 'full')) {
      throw forbidden('Only a full-scope key lists the Spools of its account.', {
        reason: 'full_scope_required',
        remediation: 'Use a full-scope key, or read one Spool by its id.',
      })
    }
    const page = { limit: limit + 1, after: after ?? null }
    const spools = await spoolsOfAccount(deps.pool, accountId, page, deps.environment)
    if (spools === null) {
      throw invalid('after', 'after names no Spool of yours.', {
        remediation: 'Send the next_cursor of the page before, or leave after out.',
      })
    }
    const shown = spools.slice(0, limit)
    const hasMore = spools.length > limit
    return {
      data: await viewsOf(deps, shown, principal),
      has_more: hasMore,
      next_cursor: hasMore ? (shown.at(-1)?.id ?? null) : null,
    }
  }
}
