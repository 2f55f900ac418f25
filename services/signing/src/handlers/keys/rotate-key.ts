import { absent, conflict, rotateSigningKey } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { type NewKey, rotateKey } from '../../domain/keys/key-ring.ts'
import type { SigningDeps } from '../../deps.ts'
import { changeKeys } from '../../flows/change-keys.ts'

/** The new key is published at once and signs when every reader of the key document can have seen it. */
export function handleRotateKey(deps: SigningDeps): Handler<typeof rotateSigningKey> {
  return async ({ purpose, keyId, immediately, reason }, context) => {
    deps.floor.assertNotRestored()
    const waiting = await deps.keys.waiting(context.now)
    return changeKeys(deps, rotateSigningKey, reason, context, (ring, at) => {
      const candidates = waiting.filter(
        (key) => key.purpose === purpose && !ring.some((known) => known.keyId === key.keyId),
      )
      const signsFrom = new Date(Date.parse(at) + (immediately ? 0 : deps.keyLeadMs)).toISOString()
      return rotateKey(ring, chosenKey(candidates, purpose, keyId), { at, signsFrom })
    })
  }
}

function chosenKey(candidates: readonly NewKey[], purpose: string, keyId: string | null): NewKey {
  const chosen = keyId === null ? candidates : candidates.filter((key) => key.keyId === keyId)
  const [key, ...others] = chosen
  if (key === undefined) {
    throw absent(`No new key for ${purpose} is loaded.`, {
      reason: 'no_waiting_key',
      remediation: 'Put its key file in place on every replica, see it listed as waiting, then rotate.',
    })
  }
  if (others.length > 0) {
    throw conflict(`Several new keys for ${purpose} are loaded.`, {
      reason: 'several_waiting_keys',
      remediation: `Name one of ${chosen.map((each) => each.keyId).join(', ')}.`,
    })
  }
  return key
}
