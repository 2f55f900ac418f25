import { accountOf, type CommandOutput, type listRecentSpools } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { asOf } from '../../domain/lifecycle/as-of.ts'
import type { ListDeps } from '../../flows/current-spool.ts'
import { type StoredPage, spoolsOfAccount } from '../../store/spool-pages.ts'
import type { Spool } from '../../domain/model/spool.ts'

/** The newest Spools that the account created, in short. They are read page by page, so that no more are loaded at once. */
export function handleListRecentSpools(deps: ListDeps): Handler<typeof listRecentSpools> {
  return async ({ limit }, { principal }) => {
    const accountId = accountOf(principal)
    if (accountId === null) return []
    const recent: CommandOutput<typeof listRecentSpools> = []
    for (let after: string | null = null; ; ) {
      const page: StoredPage<Spool> | null = await deps.pageMutex.run(accountId, () =>
        spoolsOfAccount(deps.pool, accountId, { limit, after }, deps.environment),
      )
      for (const each of page?.items ?? []) {
        const { spool } = asOf(each, deps.clock.now(), deps.hashes)
        const { id, agreement, state, createdAt } = spool
        if (spool.accountId !== accountId) continue
        recent.push({ id, type: agreement.type, status: state.status, created_at: createdAt })
      }
      after = page?.items.at(-1)?.id ?? null
      if (page?.hasMore !== true || after === null || recent.length >= limit) return recent.slice(0, limit)
    }
  }
}
