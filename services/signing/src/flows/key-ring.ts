import { toBase64Url } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { type Environment, type SigningPurpose, signingPurposes } from '@outturn/vocabulary'
import { type Refusal, unavailable } from '@outturn/contracts'
import { onPool, type Pool } from '@outturn/postgres'
import { createDatabase, inside, inTransaction } from '@outturn/postgres/typed'
import type { Clock, Log } from '@outturn/service'
import type { Tx } from '@outturn/postgres/typed'
import { type KeySource, type LoadedKey, loadKeyFiles } from '../adapters/key-files.ts'
import { KeyFileError } from '../domain/keys/key-file.ts'
import { nextKeyDocument } from '../domain/keys/key-document.ts'
import {
  admitFirstKeys,
  applyDecision,
  handOver,
  type NewKey,
  type RegisteredKey,
  type RingDecision,
  signingKey,
} from '../domain/keys/key-ring.ts'
import { logOriginOf } from '../domain/log/log-origin.ts'
import type { Signer } from '../domain/keys/signer.ts'
import { findIdleKeys } from '../domain/keys/idle-keys.ts'
import { findMissingKeys, type MissingKey } from '../domain/keys/missing-keys.ts'
import {
  type ChangeAuthor,
  findKeyDocument,
  holdKeyRing,
  isKeyActive,
  loadKeyRing,
  publishKeyDocument,
  recordKeyChanges,
  saveKeys,
} from '../store/key-store.ts'
import { claimLogs } from '../store/log-identity-store.ts'
import { keysOfEndedLogs } from '../domain/keys/published-log.ts'
import type { Tables } from '../store/tables.ts'

/** The signer of each purpose at this moment; what has none is not signed. */
export type Signers = { readonly [P in SigningPurpose]: Signer | null }

export type KeyRingDeps = {
  readonly environment: Environment
  readonly slug: string
  readonly publicUrl: string
  readonly pool: Pool
  readonly source: KeySource
  readonly clock: Clock
  readonly log: Log
  /** Throws while the database is a restored one, from which nothing is signed. */
  readonly assertNotRestored: () => void
}

/** The keys of one environment: what is registered, as the database has it, and what this process can sign with. */
export type KeyRing = {
  /** For documents that the store takes only while their keys are active; what these sign is not to be given out before. */
  readonly signers: Signers
  /** Give a signature out only when their key was active after it was made; else they reject with a refusal. */
  readonly confirmed: Signers
  /** Loads the key files and admits the first keys. Throws for a file that cannot be used. */
  start(): Promise<void>
  /** Takes over what other replicas changed, and looks for key files that came since. */
  refresh(): Promise<void>
  /** Loaded keys that are not registered, oldest first. Reads the key files again. */
  waiting(now: Date): Promise<NewKey[]>
  holds(keyId: string): boolean
  /** Purposes that this process signs nothing for, as the ring was read last. */
  missing(): MissingKey[]
  /** Keys of the log that still count, of before too. */
  logKeyIds(): string[]
  /** Seconds for which the active key of each purpose has signed, as the ring was read last. */
  ages(): { readonly purpose: SigningPurpose; readonly seconds: number }[]
}

/**
 * A key counts from a day before it signs, so that a run recorded just before a rotation can still get its receipt after
 * it.
 */
const countsBeforeMs = 24 * 60 * 60 * 1_000

export function createKeyRing(deps: KeyRingDeps): KeyRing {
  const db = createDatabase<Tables>(deps.pool)
  let registered: readonly RegisteredKey[] = []
  let held: ReadonlyMap<string, LoadedKey> = new Map()

  async function load(): Promise<void> {
    const loaded = await loadKeyFiles(deps.source)
    held = new Map(loaded.map((key) => [key.signer.keyId, key]))
  }

  const holds = (keyId: string) => held.has(keyId)

  function currentSigner(purpose: SigningPurpose): Signer | null {
    const key = signingKey(registered, purpose, deps.clock.now().toISOString())
    return key === undefined ? null : (held.get(key.keyId)?.signer ?? null)
  }

  function confirmedSigner(purpose: SigningPurpose): Signer | null {
    const signer = currentSigner(purpose)
    return signer === null ? null : { ...signer, sign: (message) => signConfirmed(signer, message) }
  }

  async function signConfirmed({ keyId, sign }: Signer, message: Uint8Array | string): Promise<string> {
    deps.assertNotRestored()
    const signature = await sign(message)
    if (await isKeyActive(onPool(deps.pool), keyId)) return signature
    registered = await loadKeyRing(db)
    throw keyEnded()
  }

  /** Changes the ring when its keys or the time ask for it, without an operator. */
  async function settle(author: ChangeAuthor, decide: Parameters<typeof changeRing>[3]): Promise<void> {
    await inTransaction(db, (tx) => changeRing(tx, deps, author, decide))
    registered = await loadKeyRing(db)
  }

  function newKeys(since: (key: LoadedKey) => Date): NewKey[] {
    return [...held.values()].map((key) => newKeyOf(key, since(key)))
  }

  return {
    signers: signersBy(currentSigner),
    confirmed: signersBy(confirmedSigner),
    holds,
    logKeyIds: () => keysOfEndedLogs(registered),
    missing: () => findMissingKeys(registered, holds, deps.clock.now().toISOString()),
    ages() {
      const now = deps.clock.now()
      return signingPurposes.flatMap((purpose) => {
        const key = signingKey(registered, purpose, now.toISOString())
        if (key === undefined) return []
        return [{ purpose, seconds: (now.getTime() - Date.parse(key.signsFrom)) / 1_000 }]
      })
    },
    async start() {
      await load()
      const loaded = newKeys(({ createdAt }) => new Date(createdAt))
      const author = { changedBy: 'start', reason: 'first key of its purpose' }
      await settle(author, (ring, at) => admitFirstKeys(ring, loaded, at))
      for (const idle of findIdleKeys(registered, loaded)) deps.log.warn(idle, 'a loaded key does not sign')
    },
    async refresh() {
      registered = await loadKeyRing(db)
      if (handOver(registered, deps.clock.now().toISOString()).changed.length > 0) {
        await settle({ changedBy: 'hand-over', reason: 'its successor signs' }, handOver)
      }
      const isMissing = registered.some(({ keyId, status }) => status === 'active' && !holds(keyId))
      if (isMissing) await load()
    },
    async waiting(now) {
      await load().catch(refuseKeyFiles)
      registered = await loadKeyRing(db)
      const known = new Set(registered.map(({ keyId }) => keyId))
      return newKeys(() => now).filter(({ keyId }) => !known.has(keyId))
    },
  }
}

/**
 * Decides on the ring as it is now, and saves the decision with its audit trail and the key document that follows from it.
 * Its time is taken while the ring is held: every document that was stored before was signed before.
 */
export async function changeRing(
  tx: Tx<Tables>,
  deps: Pick<KeyRingDeps, 'environment' | 'slug' | 'publicUrl' | 'clock'>,
  author: ChangeAuthor,
  decide: (ring: readonly RegisteredKey[], at: string) => RingDecision,
): Promise<RingDecision & { documentVersion: number }> {
  const ring = await holdKeyRing(tx)
  const now = deps.clock.now()
  const decision = decide(ring, now.toISOString())
  await saveKeys(tx, decision.changed, now)
  const latest = await findKeyDocument(tx)
  const { slug, publicUrl, environment } = deps
  const logs = await claimLogs(inside(tx), logOriginOf(publicUrl, environment))
  const facts = { slug, issuer: publicUrl, environment, logs, now }
  const next = nextKeyDocument(latest, applyDecision(ring, decision), facts, nodeSha256)
  if (next !== null) await publishKeyDocument(tx, next, now)
  const documentVersion = (next ?? latest)?.version ?? 0
  await recordKeyChanges(tx, decision.changed, { ...author, documentVersion, now })
  return { ...decision, documentVersion }
}

/** A key that ended while it signed: what it signed is thrown away, and the next attempt finds the ring as it is. */
export function keyEnded(): Refusal {
  return unavailable('The signing key was replaced or stopped while it signed: nothing was issued.', {
    reason: 'signing_key_ended',
    retryAfterSeconds: 1,
  })
}

/** An operator whose key file cannot be used is told which, and what of it; no key is changed meanwhile. */
function refuseKeyFiles(error: unknown): never {
  if (!(error instanceof KeyFileError)) throw error
  throw unavailable(`${error.message}.`, {
    reason: 'unusable_key_file',
    remediation: 'Fix or remove this file on every replica, then send the command again.',
  })
}

function newKeyOf({ purpose, signer: { keyId, publicKey } }: LoadedKey, since: Date): NewKey {
  const notBefore = new Date(since.getTime() - countsBeforeMs).toISOString()
  return { keyId, purpose, publicKey: toBase64Url(publicKey), notBefore }
}

function signersBy(currentSigner: (purpose: SigningPurpose) => Signer | null): Signers {
  const signers = {}
  for (const purpose of signingPurposes) {
    Object.defineProperty(signers, purpose, { enumerable: true, get: () => currentSigner(purpose) })
  }
  return signers as Signers
}
