import type { Environment } from '@outturn/contracts'
import { createDatabase, inTransaction, type Pool } from '@outturn/postgres'
import { toBase64Url } from '@outturn/receipt-verifier'
import { nodeSha256 } from '@outturn/receipt-verifier/node'
import type { LoadedKeys } from './adapters/key-files.ts'
import { nextKeyDocument } from './domain/key-document.ts'
import { applyChange, type NewKey, registerKeys } from './domain/key-ring.ts'
import { purposes } from './domain/purpose.ts'
import {
  latestKeyDocument,
  loadKeyRing,
  lockKeyRing,
  publishKeyDocument,
  saveRingChange,
} from './store/key-store.ts'
import type { Tables } from './store/tables.ts'

export type RingFacts = {
  readonly slug: string
  readonly issuer: string
  readonly environment: Environment
  readonly now: Date
}

/**
 * Registers the public halves of the loaded keys and publishes the ring when that changed it. Replicas that start
 * together take turns, and the later ones find nothing to do.
 */
export function registerLoadedKeys(pool: Pool, loaded: LoadedKeys, facts: RingFacts): Promise<void> {
  return inTransaction(createDatabase<Tables>(pool), async (tx) => {
    await lockKeyRing(tx)
    const ring = await loadKeyRing(tx)
    const change = registerKeys(ring, newKeysOf(loaded))
    await saveRingChange(tx, change, facts.now)
    const latest = await latestKeyDocument(tx)
    const next = nextKeyDocument(latest, applyChange(ring, change), facts, nodeSha256)
    if (next !== null) await publishKeyDocument(tx, next, facts.now)
  })
}

/**
 * A key counts from a day before it was made, so that a run recorded just before a rotation can still get its receipt
 * after it.
 */
const countsBeforeMs = 24 * 60 * 60 * 1_000

function newKeysOf(loaded: LoadedKeys): NewKey[] {
  return purposes.flatMap((purpose): NewKey[] => {
    const key = loaded[purpose]
    if (key === null) return []
    const { keyId, publicKey } = key.signer
    const notBefore = new Date(Date.parse(key.createdAt) - countsBeforeMs).toISOString()
    return [{ keyId, purpose, publicKey: toBase64Url(publicKey), notBefore }]
  })
}
