import type { listAccounts } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { listAccountsOf, toStoredAccount } from '../../store/account-store.ts'
import type { Db } from '../../store/tables.ts'

/** `quota` is what an account without one of its own has, here and in the handlers beside it. */
export function handleListAccounts({ db, quota }: { db: Db; quota: number }): Handler<typeof listAccounts> {
  return async ({ limit, ...page }) => {
    const found = await listAccountsOf(db, { ...page, limit: limit + 1 })
    const accounts = found.slice(0, limit)
    const next = found.length > limit ? (accounts.at(-1)?.id ?? null) : null
    return { accounts: accounts.map((account) => toStoredAccount(account, quota)), next }
  }
}
