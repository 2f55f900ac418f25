import { absent, type resumeAccount } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { KeyDirectory } from '../../auth/key-directory.ts'
import { resume, toStoredAccount } from '../../store/account-store.ts'
import type { Db } from '../../store/tables.ts'

type Deps = { db: Db; keys: KeyDirectory; quota: number }

export function handleResumeAccount({ db, keys, quota }: Deps): Handler<typeof resumeAccount> {
  return async ({ accountId }) => {
    const account = await resume(db, accountId)
    if (account === null) throw absent('There is no such account.')
    keys.forget()
    return toStoredAccount(account, quota)
  }
}
