import { type KeyObject, createPublicKey, verify } from 'node:crypto'
import { toBase64Url } from '../encoding/base64url.ts'
import { toUtf8 } from '../encoding/utf8.ts'
import { hasStrictEncoding } from './strict-encoding.ts'

// Importing a key costs a third of a verification, and verifiers see few keys; the bound only stops a flood of forged ones.
const MAX_KEPT_KEYS = 64
const keptKeys = new Map<string, KeyObject>()

/** The strict rule of {@link VerifySignature} with the native equation; about 0.13 ms. */
export function nodeVerifier(
  message: Uint8Array | string,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  if (!hasStrictEncoding(signature, publicKey)) return false
  return verify(null, toUtf8(message), publicKeyObject(publicKey), signature)
}

function publicKeyObject(publicKey: Uint8Array): KeyObject {
  const x = toBase64Url(publicKey)
  const kept = keptKeys.get(x)
  if (kept) return kept
  const imported = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  if (keptKeys.size >= MAX_KEPT_KEYS) keptKeys.clear()
  keptKeys.set(x, imported)
  return imported
}
