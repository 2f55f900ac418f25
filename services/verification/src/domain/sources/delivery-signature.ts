import { createHmac, timingSafeEqual } from 'node:crypto'
import { fromBase64 } from '@outturn/canonical'
import { nodeVerifier } from '@outturn/canonical/node'
import type { DeliveryHeaders } from './delivery-headers.ts'

/** A key of a source that is live: the secret of HMAC, or a public key of Ed25519. */
export type LiveKey =
  | { readonly scheme: 'hmac_sha256'; readonly secret: Uint8Array }
  | { readonly scheme: 'ed25519'; readonly publicKey: Uint8Array }

/** No delivery is signed by it: a delivery for a source that does not exist is checked against it, so that both take as long. */
const noSource: LiveKey = { scheme: 'hmac_sha256', secret: new Uint8Array(32) }

/** Whether one of the signatures is that of a live key over the id, the time and the body, byte by byte as they were received. */
export function isSignedBy(
  { id, timestamp, signatures }: DeliveryHeaders,
  body: Uint8Array,
  keys: readonly LiveKey[],
): boolean {
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`, 'latin1'), body])
  let isSigned = false
  for (const key of keys.length > 0 ? keys : [noSource]) {
    const isOfKey = checkerOf(key, signed)
    // Every signature is compared, so that the time does not say which one is right.
    for (const signature of signatures) isSigned = isOfKey(signature) || isSigned
  }
  return isSigned && keys.length > 0
}

function checkerOf(key: LiveKey, signed: Uint8Array): (signature: string) => boolean {
  if (key.scheme === 'ed25519') {
    return (signature) => {
      const bytes = bytesOf(signature, 'v1a,', 64)
      return bytes !== null && nodeVerifier(signed, bytes, key.publicKey)
    }
  }
  const expected = createHmac('sha256', key.secret).update(signed).digest()
  return (signature) => {
    const bytes = bytesOf(signature, 'v1,', expected.length)
    return bytes !== null && timingSafeEqual(bytes, expected)
  }
}

/** The bytes of a signature of this version; null for another version, length or spelling. */
function bytesOf(signature: string, version: string, length: number): Uint8Array | null {
  if (!signature.startsWith(version)) return null
  const bytes = fromBase64(signature.slice(version.length))
  return bytes?.length === length ? bytes : null
}
