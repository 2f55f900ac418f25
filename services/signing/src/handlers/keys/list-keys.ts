import type { listSigningKeys } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { keyChanges, findKeyDocument, loadKeyRing } from '../../store/key-store.ts'
import { registeredState, waitingState } from '../../domain/keys/signing-key-state.ts'

export function handleListKeys({ db, keys }: SigningDeps): Handler<typeof listSigningKeys> {
  return async (_, { now }) => {
    const waiting = await keys.waiting(now)
    const [ring, latest, changes] = await Promise.all([loadKeyRing(db), findKeyDocument(db), keyChanges(db)])
    return {
      keys: [...ring.map((key) => registeredState(key, keys.holds(key.keyId))), ...waiting.map(waitingState)],
      documentVersion: latest?.version ?? null,
      changes,
    }
  }
}
