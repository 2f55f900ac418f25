import { maxHits, type searchBilling, wholeAccountOf } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { searchByIds } from '../store/search/billing-search.ts'

/** Finds what the account was charged for runs, its purchases and its credit grants. */
export function handleSearchBilling({ pool }: Pick<BillingDeps, 'pool'>): Handler<typeof searchBilling> {
  return async ({ ids }, { principal }) => {
    const accountId = wholeAccountOf(principal)
    if (accountId === null) return { hits: [] }
    return { hits: (await searchByIds(pool, accountId, ids, maxHits)).slice(0, maxHits) }
  }
}
