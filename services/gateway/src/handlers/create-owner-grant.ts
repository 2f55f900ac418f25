import type { Environment } from '@outturn/vocabulary'
import { type createOwnerGrant, unsupportedInSandbox } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { KeyGrants } from '../auth/key-grants.ts'
import { assertOpenAccount } from '../store/account-store.ts'
import type { Db } from '../store/tables.ts'

type Deps = { environment: Environment; db: Db; grants: KeyGrants; exchangeUrl: string }

/** Grants a verify-scoped key to the party that exchanges the token in time. The same command again shows the same token. */
export function handleCreateOwnerGrant({
  environment,
  db,
  grants,
  exchangeUrl,
}: Deps): Handler<typeof createOwnerGrant> {
  return async ({ accountId, label }, { commandId, now }) => {
    if (environment !== 'production') {
      throw unsupportedInSandbox('The sandbox is opened by sessions, not by keys.')
    }
    await assertOpenAccount(db, accountId)
    const { token, expiresAt } = await grants.issueToOwner({ accountId, label }, commandId, now)
    return { grantToken: token, expiresAt: expiresAt.toISOString(), exchangeUrl }
  }
}
