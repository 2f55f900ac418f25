import { maxHits, type searchSpools, wholeAccountOf } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SpoolDeps } from '../../deps.ts'
import { searchByIds } from '../../store/lists/spool-search.ts'

/** Finds Spools, runs, evidence items, disputes, reviews and discrepancies of the account by the beginnings of their ids. */
export function handleSearchSpools({ pool }: Pick<SpoolDeps, 'pool'>): Handler<typeof searchSpools> {
  return async ({ ids }, { principal }) => {
    const accountId = wholeAccountOf(principal)
    if (accountId === null) return { hits: [] }
    const hits = await searchByIds(pool, accountId, ids, maxHits)
    return { hits: hits.slice(0, maxHits) }
  }
}
