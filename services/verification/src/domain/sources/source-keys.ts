import { fromBase64, fromBase64Url, isStrictPoint, toBase64 } from '@outturn/canonical'

/** A secret as its account configures the sender with it. */
export function toSecretText(secret: Uint8Array): string {
  return `whsec_${toBase64(secret)}`
}

/** The 32 bytes of a public key: `whpk_` and base64, or base64url; null for anything else and for a point of small order. */
export function readPublicKey(text: string): Uint8Array | null {
  const bytes = text.startsWith('whpk_') ? fromBase64(text.slice(5)) : fromBase64Url(text)
  return bytes?.length === 32 && isStrictPoint(bytes) ? bytes : null
}

/** A public key as it is shown and kept. */
export function toPublicKeyText(publicKey: Uint8Array): string {
  return `whpk_${toBase64(publicKey)}`
}
