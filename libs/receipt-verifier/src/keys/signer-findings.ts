import { type CryptoSuite, fromBase64Url, signingKeyIdOf } from '@outturn/canonical'
import { type Finding, failed, notChecked, ok } from '../receipt/finding.ts'
import type { TrustedKey } from './trust-set.ts'

/** A signed text and what it says about its signer. */
export interface SignedText {
  readonly text: string
  readonly signingKeyId: string
  /** Base64url. */
  readonly signature: string
  readonly signedAt: Date
}

/** What is known of a signer: three separate questions, so that each has its own reason. */
export interface SignerFindings {
  readonly keyId: Finding
  readonly trust: Finding
  readonly signature: Finding
  readonly isRetiring: boolean
}

/** Judges a signature by the keys trusted for that kind of record and environment. */
export function findSigner(
  signed: SignedText,
  keys: readonly TrustedKey[],
  suite: CryptoSuite,
): SignerFindings {
  const key = keys.find(({ keyId }) => keyId === signed.signingKeyId)
  const holdsUnder = ({ publicKey }: TrustedKey) => signatureHolds(signed, publicKey, suite)
  const signature = judgeSignature(key, holdsUnder)
  return {
    keyId: judgeKeyId(key, keys, signature, holdsUnder, suite),
    trust: judgeTrust(key, signed.signedAt),
    signature,
    isRetiring: key?.status === 'retiring',
  }
}

/** Whether a key of these made the signature and was trusted when it did, under its own id. */
export function isSignedByTrusted(
  signed: SignedText,
  keys: readonly TrustedKey[],
  suite: CryptoSuite,
): boolean {
  const { keyId, trust, signature } = findSigner(signed, keys, suite)
  return [keyId, trust, signature].every(({ status }) => status === 'ok')
}

/** Whether a key's signatures made at that moment count; the moment is inside the signed text. */
export function isTrustedAt(key: TrustedKey, moment: Date): boolean {
  if (key.status === 'revoked' || moment < key.notBefore) return false
  return key.notAfter === null || moment <= key.notAfter
}

function judgeSignature(key: TrustedKey | undefined, holdsUnder: (key: TrustedKey) => boolean): Finding {
  if (!key) return notChecked('No trusted key has this id.')
  return holdsUnder(key)
    ? ok('The Ed25519 signature over the canonical text holds.')
    : failed('The signature does not hold: of another text, or by another key.')
}

// The key id is outside the signed text. It is wrong when the key under it has another digest, or when a different trusted
// key made the signature.
function judgeKeyId(
  key: TrustedKey | undefined,
  keys: readonly TrustedKey[],
  signature: Finding,
  holdsUnder: (key: TrustedKey) => boolean,
  suite: CryptoSuite,
): Finding {
  if (key && signingKeyIdOf(key.publicKey, suite.sha256) !== key.keyId) {
    return failed('The key under this id has another digest.')
  }
  if (signature.status !== 'ok' && keys.some((other) => other !== key && holdsUnder(other))) {
    return failed('Another trusted key made it: the key id was swapped.')
  }
  return key ? ok('The key id is the digest of the public key.') : notChecked('The key is not known.')
}

function judgeTrust(key: TrustedKey | undefined, moment: Date): Finding {
  if (!key) return failed('No trusted key of this environment has this id.')
  if (key.status === 'revoked') return failed('The key was revoked.')
  return isTrustedAt(key, moment)
    ? ok(`The key is trusted (${key.status}).`)
    : failed('The key was not in use when it signed.')
}

function signatureHolds(signed: SignedText, publicKey: Uint8Array, suite: CryptoSuite): boolean {
  const signature = fromBase64Url(signed.signature)
  return signature !== undefined && suite.verifySignature(signed.text, signature, publicKey)
}
