import { fromBase64Url } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import type { PublishedLog } from '@outturn/contracts'
import type { LogSuccession } from '@outturn/receipt-verifier/issuing'
import { formatVerifierKey, type VerifierKey, verifierKeyOf } from '@outturn/receipt-verifier'
import type { RegisteredKey } from './key-ring.ts'

type LogKey = Pick<RegisteredKey, 'purpose' | 'publicKey' | 'status'>

/** A log of the environment: its name, and the statement that ended the log before it. */
export type NamedLog = { readonly origin: string; readonly succession: string | null }

/**
 * What readers check the log by, or null while no key signs it. A revoked key counts for nothing, not even for before. The last of the
 * logs is the one that is written to; those before it ended by the statement of the next.
 */
export function publishedLog(ring: readonly LogKey[], logs: readonly NamedLog[]): PublishedLog | null {
  const origin = logs.at(-1)?.origin ?? ''
  const ofLog = ring.filter(({ purpose }) => purpose === 'log')
  const active = ofLog.find(({ status }) => status === 'active')
  if (active === undefined) return null
  const earlier = ofLog.filter(({ status }) => status === 'retiring' || status === 'retired')
  const vkeyOf = (key: LogKey, name = origin) => formatVerifierKey(logVerifierKey(key, name))
  const ended = logs.slice(0, -1).map((log, index) => {
    const succession = JSON.parse(logs[index + 1]?.succession ?? '{}') as LogSuccession
    return {
      origin: log.origin,
      vkey: vkeyOf(active, log.origin),
      previous_vkeys: earlier.map((key) => vkeyOf(key, log.origin)),
      last_size: succession.last_size,
      succession,
    }
  })
  return {
    origin,
    vkey: vkeyOf(active),
    previous_vkeys: earlier.map((key) => vkeyOf(key)),
    ...(ended.length > 0 && { ended }),
  }
}

/** Keys that checkpoints of a log that ended count under. */
export function keysOfEndedLogs(ring: readonly (LogKey & Pick<RegisteredKey, 'keyId'>)[]): string[] {
  return ring
    .filter(({ purpose, status }) => purpose === 'log' && status !== 'revoked')
    .map(({ keyId }) => keyId)
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
