import type { Environment } from '@outturn/vocabulary'
import { type createKey, unsupportedInSandbox } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { derivedBytes } from '../auth/derived-bytes.ts'
import type { KeyDirectory } from '../auth/key-directory.ts'
import { displayToken, mintToken } from '../auth/token.ts'
import type { TokenHash } from '../auth/token-hash.ts'
import { assertOpenAccount } from '../store/account-store.ts'
import { keepKey } from '../store/key-store.ts'
import type { Db } from '../store/tables.ts'

type Deps = { environment: Environment; db: Db; hash: TokenHash; keys: KeyDirectory }

/**
 * Mints a key. The secret is in the reply and nowhere else, so it is derived from the command: whichever of its repetitions is
 * answered first, the secret is the same.
 */
export function handleCreateKey({ environment, db, hash, keys }: Deps): Handler<typeof createKey> {
  return async ({ accountId, scope, label }, { commandId, now }) => {
    if (environment !== 'production') {
      throw unsupportedInSandbox('The sandbox is opened by sessions, not by keys.')
    }
    await assertOpenAccount(db, accountId)
    const apiKey = mintToken('live', derivedBytes(hash, `key of ${commandId} for ${accountId}`))
    const keyId = derivedId('key', commandId)
    await keepKey(db, {
      id: keyId,
      account_id: accountId,
      token_hash: hash(apiKey),
      display: displayToken('live', apiKey),
      scope,
      spool_id: null,
      party_id: null,
      label,
      created_at: now,
    })
    keys.forget()
    return { keyId, apiKey, scope, createdAt: now.toISOString() }
  }
}
