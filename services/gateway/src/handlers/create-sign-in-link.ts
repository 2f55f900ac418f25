import type { Environment } from '@outturn/vocabulary'
import { type createSignInLink, unsupportedInSandbox } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { TokenHash } from '../auth/token-hash.ts'
import { insertRequest } from '../store/console/sign-in-store.ts'
import { linkToken } from '../console/sign-in/sign-in-secrets.ts'
import { assertOpenAccount } from '../store/account-store.ts'
import type { Db } from '../store/tables.ts'

type Deps = { environment: Environment; db: Db; hash: TokenHash; consoleUrl: string }

/** Issues a link that signs a person in once. Each repetition issues another one: a link is of no use to who does not have it. */
export function handleCreateSignInLink({
  environment,
  db,
  hash,
  consoleUrl,
}: Deps): Handler<typeof createSignInLink> {
  return async ({ accountId, email }, { now }) => {
    if (environment !== 'production') throw unsupportedInSandbox('The sandbox has no console.')
    await assertOpenAccount(db, accountId)
    const request = await insertRequest(
      db,
      { kind: 'link', email, account_id: accountId, address_prefix: 'operator' },
      now,
    )
    return {
      url: `${consoleUrl}/sign-in/finish?token=${linkToken(hash, request.id)}`,
      expiresAt: request.expires_at.toISOString(),
    }
  }
}
