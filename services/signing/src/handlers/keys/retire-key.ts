import { retireSigningKey } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { retireKey } from '../../domain/keys/key-ring.ts'
import type { SigningDeps } from '../../deps.ts'
import { changeKeys } from '../../flows/change-keys.ts'

export function handleRetireKey(deps: SigningDeps): Handler<typeof retireSigningKey> {
  return ({ keyId, early, reason }, context) => {
    deps.floor.assertNotRestored()
    return changeKeys(deps, retireSigningKey, reason, context, (ring, at) =>
      retireKey(ring, keyId, { at, early }),
    )
  }
}
