import type { createAccount } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { openAccount } from '../../store/account-store.ts'
import type { Db } from '../../store/tables.ts'

/** `quota` is what an account without one of its own has. */
export function handleCreateAccount({ db, quota }: { db: Db; quota: number }): Handler<typeof createAccount> {
  return async (command, { commandId, now }) => {
    const account = await openAccount(db, {
      id: derivedId('account', commandId),
      name: command.name,
      kind: command.kind,
      quota: command.quota,
      created_at: now,
    })
    return { accountId: account.id, name: account.name, quota: account.quota ?? quota }
  }
}
