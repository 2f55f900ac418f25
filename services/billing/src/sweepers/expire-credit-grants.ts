import { inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../deps.ts'
import { expireCreditGrants } from '../domain/ledger/expire-credit-grants.ts'
import { appendTransfers, lockFunds, saveFunds } from '../store/account-books.ts'
import { accountsWithExpiredCreditGrants } from '../store/overdue.ts'

const batch = 100

/** Moves what is left of expired grants back to where it came from; returns how many accounts had such grants. */
export async function sweepExpiredCreditGrants(
  { pool, db, memory }: BillingDeps,
  now: Date,
): Promise<number> {
  const accountIds = await accountsWithExpiredCreditGrants(pool, now, batch)
  for (const accountId of accountIds) {
    await inTransaction(db, async (tx) => {
      const { version, funds } = await lockFunds(tx, accountId, now)
      const expired = expireCreditGrants(funds, version, now)
      if (expired.transfers.length === 0) return
      await saveFunds(tx, version, expired.funds)
      await appendTransfers(tx, expired.transfers)
    })
    memory.forget(accountId)
  }
  return accountIds.length
}
