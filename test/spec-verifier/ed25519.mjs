// docs/spec/README.md, Signatures and keys.
import { createPublicKey, verify as cryptoVerify } from 'node:crypto'

/** The bytes of a text in `base64` or `base64url`, or null where it is not their one spelling. */
export function decode(text, alphabet = 'base64url') {
  const bytes = Buffer.from(text, alphabet)
  return bytes.toString(alphabet) === text ? bytes : null
}
const P = 2n ** 255n - 19n
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const C = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n
const SMALL = [0n, 1n, P - 1n, C, P - C]
const littleEndian = (bytes) => BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`)

export function couldBeStrictPoint(bytes) {
  // conditions 1 and 2
  if (bytes?.length !== 32) return false
  const y = littleEndian(bytes) & (2n ** 255n - 1n)
  return y < P && !SMALL.includes(y)
}
export function signatureHolds(publicKey, text, signature) {
  // signature: bytes or null
  if (
    signature?.length !== 64 ||
    !couldBeStrictPoint(publicKey) ||
    !couldBeStrictPoint(signature.subarray(0, 32))
  )
    return false
  if (littleEndian(signature.subarray(32)) >= ORDER) return false
  try {
    // condition 4: OpenSSL compares the encoding of S·B − k·A with the bytes of R
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }
    return cryptoVerify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), signature)
  } catch {
    return false
  }
}
export const holdsUnder = (key, text, signature) =>
  signatureHolds(decode(key.public_key), text, decode(signature))
