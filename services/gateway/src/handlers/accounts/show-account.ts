import { absent, type showAccount } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { findAccount, toStoredAccount } from '../../store/account-store.ts'
import { countActiveKeys } from '../../store/key-store.ts'
import type { Db } from '../../store/tables.ts'

export function handleShowAccount({ db, quota }: { db: Db; quota: number }): Handler<typeof showAccount> {
  return async ({ accountId }, { now }) => {
    const account = await findAccount(db, accountId)
    if (account === null) throw absent('There is no such account.')
    const activeKeys = await countActiveKeys(db, accountId, now)
    return { ...toStoredAccount(account, quota), activeKeys, returnHosts: account.return_hosts }
  }
}
