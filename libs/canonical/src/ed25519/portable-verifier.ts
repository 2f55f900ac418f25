import { Point } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { toUtf8 } from '../encoding/utf8.ts'
import { hasStrictEncoding, littleEndian } from './strict-encoding.ts'

const GROUP_ORDER = Point.CURVE().n

/** The strict rule of {@link VerifySignature} in portable arithmetic; about 2 ms. */
export function portableVerifier(
  message: Uint8Array | string,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  if (!hasStrictEncoding(signature, publicKey)) return false
  const encodedR = signature.subarray(0, 32)
  const a = decodePoint(publicKey)
  if (!a) return false
  const s = littleEndian(signature.subarray(32))
  const challenge = sha512.create().update(encodedR).update(publicKey).update(toUtf8(message)).digest()
  const k = littleEndian(challenge) % GROUP_ORDER
  // Cofactorless: R itself must come out, so its bytes are compared and it is never decoded.
  const expectedR = Point.BASE.multiplyUnsafe(s).add(a.negate().multiplyUnsafe(k)).toBytes()
  return expectedR.every((byte, at) => byte === encodedR[at])
}

function decodePoint(encoded: Uint8Array): Point | undefined {
  try {
    return Point.fromBytes(encoded)
  } catch {
    return undefined
  }
}
