import type { priceRun } from '@outturn/contracts'
import { onPool } from '@outturn/postgres'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { emptyFunds } from '../domain/ledger/account-funds.ts'
import { priceOfRun } from '../domain/prices/price-run.ts'
import { readBooks } from '../store/reserve-runs.ts'

export function handlePriceRun({ pool, terms }: BillingDeps): Handler<typeof priceRun> {
  return async ({ accountId, freeTextCompiles }, { now }) => {
    const { funds } = await readBooks(onPool(pool), [accountId], [])
    const saved = funds.get(accountId)?.funds ?? emptyFunds(accountId, now)
    return priceOfRun(saved, { freeTextCompiles }, terms, now)
  }
}
