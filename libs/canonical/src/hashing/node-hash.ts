import { createHmac, createSecretKey, hash } from 'node:crypto'

/** Native SHA-256; the same bytes as the portable one. */
export function nodeSha256(input: Uint8Array | string): Uint8Array {
  // A digest as a buffer is memory outside of V8's heap each time, which costs more than hashing a short text.
  const bytes = hash('sha256', input, 'binary')
  const digest = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) digest[at] = bytes.charCodeAt(at)
  return digest
}

/** Native HMAC-SHA-256; the same bytes as the portable one. */
export function nodeHmacSha256(key: Uint8Array, message: Uint8Array | string): Uint8Array {
  // Bytes as a key cost Node several times what a key object made of them does.
  return createHmac('sha256', createSecretKey(key)).update(message).digest()
}
