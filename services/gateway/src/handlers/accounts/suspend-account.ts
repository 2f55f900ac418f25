import { absent, type suspendAccount } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { KeyDirectory } from '../../auth/key-directory.ts'
import { suspend, toStoredAccount } from '../../store/account-store.ts'
import type { Db } from '../../store/tables.ts'

type Deps = { db: Db; keys: KeyDirectory; quota: number }

/** Suspends an account: at once in this process, within a second in every other. */
export function handleSuspendAccount({ db, keys, quota }: Deps): Handler<typeof suspendAccount> {
  return async ({ accountId, note }, { principal, now }) => {
    const by = principal.kind === 'operator' ? principal.name : principal.kind
    const account = await suspend(db, accountId, { at: now, by, note })
    if (account === null) throw absent('There is no such account.')
    keys.forget()
    return toStoredAccount(account, quota)
  }
}
