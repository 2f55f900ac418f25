import { maxHits, type searchSettlements, wholeAccountOf } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../deps.ts'
import { searchByIds } from '../store/settlement-search.ts'

/** Finds settlements of the account and the transactions that paid them. */
export function handleSearchSettlements({
  pool,
}: Pick<SettlementDeps, 'pool'>): Handler<typeof searchSettlements> {
  return async ({ ids }, { principal }) => {
    const accountId = wholeAccountOf(principal)
    if (accountId === null) return { hits: [] }
    return { hits: (await searchByIds(pool, accountId, ids, maxHits)).slice(0, maxHits) }
  }
}
