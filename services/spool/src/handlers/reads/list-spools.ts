import { accountOf, forbidden, invalid, type listSpools } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { spoolsOfAccount } from '../../store/spool-pages.ts'
import { mayList } from '../../domain/model/viewer.ts'
import type { ListDeps } from '../../flows/current-spool.ts'
import { viewsOf } from '../../flows/spool-views.ts'

/** One page of the caller's Spools, as many as fit; the next one starts after the last of this. */
export function handleListSpools(deps: ListDeps): Handler<typeof listSpools> {
  return async ({ limit, after }, { principal }) => {
    const accountId = accountOf(principal)
    if (accountId === null || !mayList(principal)) {
      throw forbidden('Only a full-scope key lists the Spools of its account.', {
        reason: 'full_scope_required',
        remediation: 'Use a full-scope key, or read one Spool by its id.',
      })
    }
    return deps.pageMutex.run(accountId, async () => {
      const page = await spoolsOfAccount(
        deps.pool,
        accountId,
        { limit, after: after ?? null },
        deps.environment,
      )
      if (page === null) {
        throw invalid('after', 'after names no Spool of yours.', {
          remediation: 'Send the next_cursor of the page before, or leave after out.',
        })
      }
      const { items, hasMore } = page
      return {
        data: await viewsOf(deps, items, principal),
        has_more: hasMore,
        next_cursor: hasMore ? (items.at(-1)?.id ?? null) : null,
      }
    })
  }
}
