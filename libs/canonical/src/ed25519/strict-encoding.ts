const FIELD_PRIME = 2n ** 255n - 19n
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const SIGN_BIT = 2n ** 255n

// y of the eight points whose order divides 8: 1, −1, 0 and the two of order 8, each with one or both signs of x.
const ORDER_8_Y = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  FIELD_PRIME - 1n,
  ORDER_8_Y,
  FIELD_PRIME - ORDER_8_Y,
])

/**
 * What must hold of the bytes before any curve arithmetic: lengths, y < p, no point of small order, S < L.
 * The two encodings with x = 0 and a set sign bit are not canonical either; their y is of small order, so they fall here.
 */
export function hasStrictEncoding(signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 32) return false
  return (
    isStrictPoint(publicKey) &&
    isStrictPoint(signature.subarray(0, 32)) &&
    littleEndian(signature.subarray(32)) < GROUP_ORDER
  )
}

/** Whether 32 bytes could be a public key under the strict rule (that they are a curve point is left to the equation). */
export function isStrictPoint(encoded: Uint8Array): boolean {
  const y = littleEndian(encoded) % SIGN_BIT
  return y < FIELD_PRIME && !SMALL_ORDER_Y.has(y)
}

/** The number that bytes stand for, least significant first. */
export function littleEndian(bytes: Uint8Array): bigint {
  let number = 0n
  for (let at = bytes.length - 1; at >= 0; at--) number = (number << 8n) | BigInt(bytes[at] as number)
  return number
}
