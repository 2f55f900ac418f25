import type { findActiveAccounts } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { TestKeys } from '../../auth/test-keys.ts'
import { activeAccounts } from '../../store/account-store.ts'
import type { Db } from '../../store/tables.ts'

/** Test keys have accounts that no store knows. */
export function handleFindActiveAccounts({
  db,
  testKeys,
}: {
  db: Db
  testKeys: TestKeys
}): Handler<typeof findActiveAccounts> {
  return async ({ accountIds }, { now }) => {
    const stored = await activeAccounts(db, accountIds, now)
    return { active: accountIds.filter((id) => stored.has(id) || testKeys.hasAccount(id)) }
  }
}
