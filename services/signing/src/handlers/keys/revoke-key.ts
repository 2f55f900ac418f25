import { revokeSigningKey } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { revokeKey } from '../../domain/keys/key-ring.ts'
import type { SigningDeps } from '../../deps.ts'
import { changeKeys } from '../../flows/change-keys.ts'

/** In a compromise the oldest waiting key of the purpose takes over at once, unless the purpose is to stop. */
export function handleRevokeKey(deps: SigningDeps): Handler<typeof revokeSigningKey> {
  return async ({ keyId, withoutReplacement, reason }, context) => {
    const waiting = await deps.keys.waiting(context.now)
    return changeKeys(deps, revokeSigningKey, reason, context, (ring, at) => {
      const revoked = ring.find((key) => key.keyId === keyId)
      const replacement = waiting.find(
        (key) => key.purpose === revoked?.purpose && !ring.some((known) => known.keyId === key.keyId),
      )
      return revokeKey(ring, keyId, { at, replacement, withoutReplacement })
    })
  }
}
