import type { listKeys } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { listKeysOf } from '../store/key-store.ts'
import type { Db } from '../store/tables.ts'

export function handleListKeys({ db }: { db: Db }): Handler<typeof listKeys> {
  return async ({ accountId }) => {
    const keys = await listKeysOf(db, accountId)
    return keys.map((key) => ({
      keyId: key.id,
      accountId: key.account_id,
      scope: key.scope,
      label: key.label,
      display: key.display,
      createdAt: key.created_at.toISOString(),
      lastUsedAt: key.last_used_at?.toISOString() ?? null,
      revokedAt: key.revoked_at?.toISOString() ?? null,
    }))
  }
}
