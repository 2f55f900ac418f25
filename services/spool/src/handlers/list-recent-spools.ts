import { accountOf, type listRecentSpools } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { toSpoolView } from '../domain/spool-view.ts'
import type { SpoolDeps } from '../service.ts'
import { recentSpools } from '../store/spool-store.ts'

export function handleListRecentSpools(deps: SpoolDeps): Handler<typeof listRecentSpools> {
  return async ({ limit }, { principal, now }) => {
    const accountId = accountOf(principal)
    if (accountId === null) return []
    const spools = await recentSpools(deps.pool, accountId, limit, deps.environment)
    return spools.map((spool) => toSpoolView(spool, [], principal, now))
  }
}
