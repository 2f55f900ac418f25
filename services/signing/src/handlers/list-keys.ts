import type { listSigningKeys } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { createDatabase } from '@outturn/postgres'
import type { SigningDeps } from '../service.ts'
import { keyChanges, latestKeyDocument, loadKeyRing } from '../store/key-store.ts'
import type { Tables } from '../store/tables.ts'
import { registeredState, waitingState } from '../domain/keys/signing-key-state.ts'

export function handleListKeys({ pool, keys }: SigningDeps): Handler<typeof listSigningKeys> {
  const db = createDatabase<Tables>(pool)
  return async (_, { now }) => {
    const waiting = await keys.waiting(now)
    const [ring, latest, changes] = await Promise.all([
      loadKeyRing(db),
      latestKeyDocument(db),
      keyChanges(db),
    ])
    return {
      keys: [...ring.map((key) => registeredState(key, keys.holds(key.keyId))), ...waiting.map(waitingState)],
      documentVersion: latest?.version ?? null,
      changes,
    }
  }
}
