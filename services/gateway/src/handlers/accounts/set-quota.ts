import { absent, type setQuota } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { KeyDirectory } from '../../auth/key-directory.ts'
import { replaceQuota, toStoredAccount } from '../../store/account-store.ts'
import type { Db } from '../../store/tables.ts'

type Deps = { db: Db; keys: KeyDirectory; quota: number }

export function handleSetQuota({ db, keys, quota }: Deps): Handler<typeof setQuota> {
  return async ({ accountId, quota: own }) => {
    const account = await replaceQuota(db, accountId, own)
    if (account === null) throw absent('There is no such account.')
    keys.forget()
    return toStoredAccount(account, quota)
  }
}
