import { createHmac, createSecretKey, hash } from 'node:crypto'

/** Native SHA-256; the same bytes as the portable one. */
export function nodeSha256(input: Uint8Array | string): Uint8Array {
  return hash('sha256', input, 'buffer')
}

/** Native HMAC-SHA-256; the same bytes as the portable one. */
export function nodeHmacSha256(key: Uint8Array, message: Uint8Array | string): Uint8Array {
  // Bytes as a key cost Node several times what a key object made of them does.
  return createHmac('sha256', createSecretKey(key)).update(message).digest()
}
