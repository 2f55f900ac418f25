import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../encoding/hex.ts'
import { toUtf8 } from '../encoding/utf8.ts'

/** SHA-256; a text stands for its UTF-8 bytes. */
export type Sha256 = (input: Uint8Array | string) => Uint8Array

/** HMAC-SHA-256; a text stands for its UTF-8 bytes. */
export type HmacSha256 = (key: Uint8Array, message: Uint8Array | string) => Uint8Array

/** SHA-256 that runs anywhere; servers pass the native one of the `./node` entry instead. */
export function portableSha256(input: Uint8Array | string): Uint8Array {
  return nobleSha256(toUtf8(input))
}

/** HMAC-SHA-256 that runs anywhere. */
export function portableHmacSha256(key: Uint8Array, message: Uint8Array | string): Uint8Array {
  return hmac(nobleSha256, key, toUtf8(message))
}

/** SHA-256 of a canonical text as 64 lower-case hexadecimal digits. */
export function digestOf(canonicalText: string, sha256: Sha256 = portableSha256): string {
  return toHex(sha256(canonicalText))
}
