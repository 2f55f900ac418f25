import { accountOf, type listRecentSpools } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { recentSpools } from '../../store/spool-store.ts'
import type { ReadDeps } from '../../flows/current-spool.ts'
import { viewsOf } from '../../flows/spool-views.ts'

export function handleListRecentSpools(deps: ReadDeps): Handler<typeof listRecentSpools> {
  return async ({ limit }, { principal }) => {
    const accountId = accountOf(principal)
    if (accountId === null) return []
    const spools = await recentSpools(deps.pool, accountId, limit, deps.environment)
    return viewsOf(deps, spools, principal)
  }
}
