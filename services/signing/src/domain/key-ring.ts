import type { Purpose } from './purpose.ts'

/** One registered key, public half only. Times are RFC 3339 in UTC. */
export type RegisteredKey = {
  readonly keyId: string
  readonly purpose: Purpose
  /** base64url of the 32 raw bytes. */
  readonly publicKey: string
  readonly status: 'active' | 'retiring' | 'retired' | 'revoked'
  readonly notBefore: string
  readonly notAfter: string | null
  readonly retiredAt: string | null
}

export type NewKey = Pick<RegisteredKey, 'keyId' | 'purpose' | 'publicKey' | 'notBefore'>

/** What registering keys changes in the ring. */
export type RingChange = { readonly added: readonly RegisteredKey[]; readonly retiring: readonly string[] }

/** A loaded key that must not sign. */
export class UnusableKeyError extends Error {
  override readonly name = 'UnusableKeyError'
}

/**
 * Admits the loaded keys. A key that is new becomes the active one of its purpose and the one before it retires slowly:
 * what it signed stays valid, and replicas that still hold it may go on signing until they are replaced. Loading it
 * again does not bring it back. Throws UnusableKeyError for a key that is retired, revoked or registered otherwise.
 */
export function registerKeys(ring: readonly RegisteredKey[], loaded: readonly NewKey[]): RingChange {
  const added: RegisteredKey[] = []
  const retiring: string[] = []
  for (const key of loaded) {
    const known = ring.find(({ keyId }) => keyId === key.keyId)
    if (known === undefined) {
      const before = ring.find(({ purpose, status }) => purpose === key.purpose && status === 'active')
      if (before !== undefined) retiring.push(before.keyId)
      added.push({ ...key, status: 'active', notAfter: null, retiredAt: null })
      continue
    }
    if (known.purpose !== key.purpose) {
      throw new UnusableKeyError(
        `key ${key.keyId} is registered for ${known.purpose}, not for ${key.purpose}`,
      )
    }
    if (known.status === 'retired' || known.status === 'revoked') {
      throw new UnusableKeyError(`key ${key.keyId} for ${key.purpose} is ${known.status}`)
    }
  }
  return { added, retiring }
}

/** The ring after a change, in the order in which keys were registered. */
export function applyChange(ring: readonly RegisteredKey[], change: RingChange): RegisteredKey[] {
  const kept = ring.map(
    (key): RegisteredKey => (change.retiring.includes(key.keyId) ? { ...key, status: 'retiring' } : key),
  )
  return [...kept, ...change.added]
}
