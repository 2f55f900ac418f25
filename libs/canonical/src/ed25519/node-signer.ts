import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '../encoding/base64url.ts'
import { toUtf8 } from '../encoding/utf8.ts'
import { nodeSha256 } from '../hashing/node-hash.ts'
import { signingKeyIdOf } from './key-id.ts'

// PKCS #8 wrapping of a 32-byte Ed25519 seed (RFC 8410 §7).
const PKCS8_PREFIX = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20)

export interface Ed25519Signer {
  /** 64 lower-case hexadecimal digits. */
  readonly keyId: string
  /** 32 raw bytes. */
  readonly publicKey: Uint8Array
  /** Signature over a text's UTF-8 bytes, or over bytes, as 86 characters of base64url. */
  readonly sign: (message: Uint8Array | string) => string
}

/** Builds a signer from a 32-byte seed (RFC 8032 secret key); the imported key is kept. Throws RangeError on another length. */
export function createEd25519Signer(seed: Uint8Array): Ed25519Signer {
  if (seed.length !== 32) throw new RangeError('An Ed25519 seed has 32 bytes.')
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = fromBase64Url(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '')
  if (publicKey?.length !== 32) throw new RangeError('The seed gave no Ed25519 public key.')
  return {
    keyId: signingKeyIdOf(publicKey, nodeSha256),
    publicKey,
    sign: (message) => toBase64Url(sign(null, toUtf8(message), privateKey)),
  }
}
