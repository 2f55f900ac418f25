import { fromBase64Url } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import type { PublishedLog } from '@outturn/contracts'
import { formatVerifierKey, type VerifierKey, verifierKeyOf } from '@outturn/receipt-verifier'
import type { RegisteredKey } from '../keys/key-ring.ts'

type LogKey = Pick<RegisteredKey, 'purpose' | 'publicKey' | 'status'>

/** What readers check the log by, or null while no key signs it. A revoked key counts for nothing, not even for before. */
export function publishedLog(ring: readonly LogKey[], origin: string): PublishedLog | null {
  const ofLog = ring.filter(({ purpose }) => purpose === 'log')
  const active = ofLog.find(({ status }) => status === 'active')
  if (active === undefined) return null
  const earlier = ofLog.filter(({ status }) => status === 'retiring' || status === 'retired')
  const vkeyOf = (key: LogKey) => formatVerifierKey(logVerifierKey(key, origin))
  return { origin, vkey: vkeyOf(active), previous_vkeys: earlier.map(vkeyOf) }
}

/**
 * Every key that this service ever signed checkpoints with, a revoked one too: the newest stored checkpoint stays the one
 * that the log must go on from, until a key that counts has signed the next.
 */
export function ownLogKeys(ring: readonly LogKey[], origin: string): VerifierKey[] {
  return ring.filter(({ purpose }) => purpose === 'log').map((key) => logVerifierKey(key, origin))
}

function logVerifierKey({ publicKey }: LogKey, origin: string): VerifierKey {
  return verifierKeyOf(origin, fromBase64Url(publicKey) ?? new Uint8Array(), nodeSha256)
}
