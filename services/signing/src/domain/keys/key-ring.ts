import type { KeyStatus, SigningPurpose } from '@outturn/vocabulary'
import { absent, invalidState } from '@outturn/contracts'

/** One registered key, public half only. Times are RFC 3339 in UTC. */
export type RegisteredKey = {
  readonly keyId: string
  readonly purpose: SigningPurpose
  /** base64url of the 32 raw bytes. */
  readonly publicKey: string
  readonly status: KeyStatus
  readonly notBefore: string
  readonly notAfter: string | null
  readonly retiredAt: string | null
  /** From when on it signs; it is published before, so that no one meets a signature of a key that they do not know. */
  readonly signsFrom: string
  /** Since when another key is the active one; null before. */
  readonly retiringSince: string | null
}

/** A key that was loaded and is not in the ring: rotating makes it the active one. */
export type NewKey = Pick<RegisteredKey, 'keyId' | 'purpose' | 'publicKey' | 'notBefore'>

/** What a decision does to the ring: the keys as they are afterwards, with what an operator must be told. */
export type RingDecision = {
  /** Keys that are new or changed. */
  readonly changed: readonly RegisteredKey[]
  readonly warnings: readonly string[]
}

const dayMs = 24 * 60 * 60 * 1_000
/** How long a key stays valid beside its successor before it retires. */
export const overlapMs = 30 * dayMs

/**
 * The first key of each purpose becomes its active one at once: no reader has pinned anything yet. Every later key waits
 * for an operator to rotate to it, so that a file alone changes nothing.
 */
export function admitFirstKeys(
  ring: readonly RegisteredKey[],
  loaded: readonly NewKey[],
  at: string,
): RingDecision {
  const first = loaded.filter(
    (key, index) =>
      !ring.some(({ purpose }) => purpose === key.purpose) &&
      loaded.findIndex(({ purpose }) => purpose === key.purpose) === index,
  )
  return { changed: first.map((key) => activated(key, at)), warnings: [] }
}

/**
 * Makes a waiting key active. The one that signs now stays active beside it until `signsFrom`, and then retires slowly; one
 * that has not begun to sign never will. Refuses a key that was registered before: no state is ever taken back.
 */
export function rotateKey(
  ring: readonly RegisteredKey[],
  next: NewKey,
  { at, signsFrom }: { at: string; signsFrom: string },
): RingDecision {
  const known = ring.find(({ keyId }) => keyId === next.keyId)
  if (known !== undefined) {
    throw invalidState(`Key ${next.keyId} is ${known.status} already.`, {
      reason: 'key_registered',
      remediation: 'Put a new key file in place and rotate to that one.',
    })
  }
  const signsUntilThen = at < signsFrom ? turnOf(activeKeys(ring, next.purpose), at) : undefined
  const over = activeKeys(ring, next.purpose).filter((key) => key !== signsUntilThen)
  return { changed: [...over.map((key) => retiring(key, at)), activated(next, signsFrom)], warnings: [] }
}

/** Lets the keys whose successor has begun to sign retire slowly. */
export function handOver(ring: readonly RegisteredKey[], at: string): RingDecision {
  const over = ring.filter((key) => {
    if (key.status !== 'active' || key.signsFrom > at) return false
    return turnOf(activeKeys(ring, key.purpose), at) !== key
  })
  return { changed: over.map((key) => retiring(key, at)), warnings: [] }
}

/**
 * Ends the overlap: what the key signed until now stays valid, nothing after. Refuses a key that is not retiring, and one
 * whose overlap is not over unless `early`.
 */
export function retireKey(
  ring: readonly RegisteredKey[],
  keyId: string,
  { at, early }: { at: string; early: boolean },
): RingDecision {
  const key = requireKey(ring, keyId)
  if (key.status !== 'retiring' || key.retiringSince === null) {
    throw invalidState(`Only a retiring key can retire; key ${keyId} is ${key.status}.`, {
      reason: 'key_not_retiring',
      remediation: 'Rotate to another key first: then this one is retiring.',
    })
  }
  const end = new Date(Date.parse(key.retiringSince) + overlapMs).toISOString()
  if (at < end && !early) {
    throw invalidState(`Key ${keyId} overlaps with its successor until ${end}.`, {
      reason: 'overlap_not_over',
      remediation: `Wait until ${end}, or retire it early on purpose.`,
    })
  }
  const warnings =
    at < end
      ? [
          `Retired before ${end}: readers with an old key document may refuse what its successor signs from now on.`,
        ]
      : []
  return { changed: [{ ...key, status: 'retired', notAfter: at, retiredAt: at }], warnings }
}

/**
 * Ends a key at once, and with it everything that it ever signed. The place of an active key is taken in the same step by
 * one that is active beside it, or else by a waiting one; without either it is refused. `withoutReplacement` stops the
 * purpose: no key is active for it then, whichever there are.
 */
export function revokeKey(
  ring: readonly RegisteredKey[],
  keyId: string,
  { at, replacement, withoutReplacement }: Revocation,
): RingDecision {
  const key = requireKey(ring, keyId)
  if (key.status === 'revoked') {
    throw invalidState(`Key ${keyId} is revoked already.`, { reason: 'key_revoked' })
  }
  const revoked: RegisteredKey = { ...key, status: 'revoked', retiredAt: at }
  if (key.status !== 'active') return { changed: [revoked], warnings: [] }
  const others = activeKeys(ring, key.purpose).filter((each) => each !== key)
  if (withoutReplacement) {
    return {
      changed: [revoked, ...others.map((each) => retiring(each, at))],
      warnings: [`There is no active key for ${key.purpose} now: what it signs is refused.`],
    }
  }
  if (others.length > 0) return { changed: [revoked], warnings: [] }
  if (replacement === undefined) {
    throw invalidState(`Key ${keyId} is the active one and no other key is waiting.`, {
      reason: 'no_replacement',
      remediation: `Put a new key file for ${key.purpose} in place, or revoke without a replacement: then nothing is signed.`,
    })
  }
  return { changed: [revoked, activated(replacement, at)], warnings: [] }
}

export type Revocation = {
  readonly at: string
  readonly replacement: NewKey | undefined
  readonly withoutReplacement: boolean
}

/**
 * The key to sign with: an active one, and no other. A replica that does not hold it signs nothing. Where the key before it
 * has ended, an active key does not wait for its `signsFrom`: a reader with an old key document asks again, a receipt
 * refused is lost work.
 */
export function signingKey(
  ring: readonly RegisteredKey[],
  purpose: SigningPurpose,
  at: string,
): RegisteredKey | undefined {
  return turnOf(activeKeys(ring, purpose), at)
}

/** Of active keys of one purpose the one whose turn it is: it began to sign last, or will first where none has begun. */
function turnOf(active: readonly RegisteredKey[], at: string): RegisteredKey | undefined {
  const begun = active.filter(({ signsFrom }) => signsFrom <= at)
  return begun.length > 0 ? bySignsFrom(begun).at(-1) : bySignsFrom(active).at(0)
}

function bySignsFrom(keys: readonly RegisteredKey[]): RegisteredKey[] {
  return keys.toSorted((a, b) => (a.signsFrom < b.signsFrom ? -1 : 1))
}

/** The ring after a decision, in the order in which keys were registered. */
export function applyDecision(ring: readonly RegisteredKey[], { changed }: RingDecision): RegisteredKey[] {
  const kept = ring.map((key) => changed.find(({ keyId }) => keyId === key.keyId) ?? key)
  return [...kept, ...changed.filter(({ keyId }) => !ring.some((key) => key.keyId === keyId))]
}

function activeKeys(ring: readonly RegisteredKey[], purpose: SigningPurpose): RegisteredKey[] {
  return ring.filter((key) => key.purpose === purpose && key.status === 'active')
}

function requireKey(ring: readonly RegisteredKey[], keyId: string): RegisteredKey {
  const key = ring.find((each) => each.keyId === keyId)
  if (key === undefined) {
    throw absent(`There is no key ${keyId}.`, {
      remediation: 'List the keys and give the whole id of one of them.',
    })
  }
  return key
}

function retiring(key: RegisteredKey, at: string): RegisteredKey {
  return { ...key, status: 'retiring', retiringSince: at }
}

function activated(key: NewKey, signsFrom: string): RegisteredKey {
  return { ...key, status: 'active', notAfter: null, retiredAt: null, signsFrom, retiringSince: null }
}
