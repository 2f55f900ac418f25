import { toBase58 } from '@outturn/canonical'

// Multicodec `ed25519-pub`, as an unsigned varint.
const ED25519_PUBLIC_KEY = [0xed, 0x01] as const

/**
 * The `did:key` of an Ed25519 public key of 32 raw bytes. It resolves from itself, and a holder of the key document finds
 * it there by deriving it from the published key.
 */
export function didKeyOf(publicKey: Uint8Array): string {
  if (publicKey.length !== 32) throw new RangeError('An Ed25519 public key has 32 bytes.')
  return `did:key:${multikeyOf(publicKey)}`
}

/** The verification method of that key: its DID with the key itself as the fragment. */
export function verificationMethodOf(publicKey: Uint8Array): string {
  return `${didKeyOf(publicKey)}#${multikeyOf(publicKey)}`
}

function multikeyOf(publicKey: Uint8Array): string {
  return `z${toBase58(Uint8Array.of(...ED25519_PUBLIC_KEY, ...publicKey))}`
}
