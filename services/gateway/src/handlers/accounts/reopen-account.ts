import { absent, conflict, type reopenAccount } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { KeyDirectory } from '../../auth/key-directory.ts'
import { findAccount, reopen, toStoredAccount } from '../../store/account-store.ts'
import type { Db } from '../../store/tables.ts'

type Deps = { db: Db; keys: KeyDirectory; quota: number }

/** Opens an account that its owners closed: its people sign in again. Keys that ended with it stay revoked. */
export function handleReopenAccount({ db, keys, quota }: Deps): Handler<typeof reopenAccount> {
  return async ({ accountId }) => {
    const known = await findAccount(db, accountId)
    if (known !== null && known.erased_at !== null) {
      throw conflict('The personal data of this account was erased.', {
        reason: 'account_erased',
        remediation: 'Make a new account with `account create`.',
      })
    }
    const account = await reopen(db, accountId)
    if (account === null) throw absent('There is no such account.')
    keys.forget()
    return toStoredAccount(account, quota)
  }
}
