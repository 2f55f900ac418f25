import { absent, type revokeKey } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { KeyDirectory } from '../auth/key-directory.ts'
import { endKey } from '../store/key-store.ts'
import type { Db } from '../store/tables.ts'

/** Ends a key: at once in this process, within a second in every other. */
export function handleRevokeKey({ db, keys }: { db: Db; keys: KeyDirectory }): Handler<typeof revokeKey> {
  return async ({ keyId }, { now }) => {
    const revokedAt = await endKey(db, keyId, now)
    if (revokedAt === null) throw absent('There is no such key.')
    keys.forget()
    return { keyId, revokedAt: revokedAt.toISOString() }
  }
}
