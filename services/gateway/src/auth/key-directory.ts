import type { Pool } from '@outturn/postgres'
import type { Clock } from '@outturn/service'
import { type ActiveKey, findActiveKeys, noteKeyUses } from '../store/key-store.ts'
import { FreshCache } from './fresh-cache.ts'
import type { TokenHash } from './token-hash.ts'

/** Under the second within which a revocation or a suspension takes effect everywhere, with room for the read itself. */
export const keyMaxAgeMs = 800

/** The keys of one environment as the request path sees them. */
export type KeyDirectory = {
  /** The active key behind a token, or null. At most 800 ms behind the store. */
  find(token: string): Promise<ActiveKey | null>
  /** Remembers that a key was used; `flushUses` writes it down. */
  noteUse(keyId: string): void
  /** Makes a change of this process visible at once. */
  forget(): void
  /** The same for the keys that are bound to one Spool; those of everyone else stay known. */
  forgetKeysOfSpool(spoolId: string): void
  flushUses(): Promise<void>
}

export function keyDirectory({
  pool,
  hash,
  clock,
  clockMs,
}: {
  pool: Pool
  hash: TokenHash
  clock: Clock
  clockMs: () => number
}): KeyDirectory {
  const cache = new FreshCache((hashes) => findActiveKeys(pool, hashes, clock.now()), {
    maxAgeMs: keyMaxAgeMs,
    maxEntries: 20_000,
    clockMs,
  })
  let uses = new Map<string, Date>()
  return {
    find: (token) => cache.read(hash(token)),
    noteUse: (keyId) => void uses.set(keyId, clock.now()),
    forget: () => cache.clear(),
    forgetKeysOfSpool: (spoolId) => cache.clear((key) => key?.spoolId === spoolId),
    async flushUses() {
      const noted = uses
      uses = new Map()
      await noteKeyUses(pool, noted)
    },
  }
}
