import type { NewKey, RegisteredKey } from './key-ring.ts'
import type { SigningPurpose } from '@outturn/vocabulary'

/** A loaded key that must not sign. */
export class UnusableKeyError extends Error {
  override readonly name = 'UnusableKeyError'
}

/** A loaded key that does not sign, and what an operator does about it. */
export type IdleKey = { readonly keyId: string; readonly purpose: SigningPurpose; readonly advice: string }

/** The loaded keys that sign nothing. Throws UnusableKeyError for a key that is registered for another purpose. */
export function findIdleKeys(ring: readonly RegisteredKey[], loaded: readonly NewKey[]): IdleKey[] {
  return loaded.flatMap(({ keyId, purpose }): IdleKey[] => {
    const known = ring.find((key) => key.keyId === keyId)
    if (known === undefined) return [{ keyId, purpose, advice: 'rotate to it when it is to sign' }]
    if (known.purpose !== purpose) {
      throw new UnusableKeyError(`key ${keyId} is registered for ${known.purpose}, not for ${purpose}`)
    }
    const isOver = known.status === 'retired' || known.status === 'revoked'
    return isOver ? [{ keyId, purpose, advice: `it is ${known.status}: remove its file` }] : []
  })
}
