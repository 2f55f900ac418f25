import { Point } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import { toHex } from '../encoding/hex.ts'
import { toUtf8 } from '../encoding/utf8.ts'
import { littleEndian } from '../ed25519/strict-encoding.ts'

/** A signature at the edge of what implementations accept; bytes in hexadecimal. */
export interface EdgeCase {
  readonly name: string
  readonly message: string
  readonly public_key: string
  readonly signature: string
  readonly valid: boolean
}

const L = Point.CURVE().n
const P = Point.CURVE().p
const B = Point.BASE
// A point of order 8: what is left of some curve point when its part of order L is multiplied away.
const TORSION = torsionPoint()

interface Ingredients {
  readonly name: string
  readonly valid?: boolean
  readonly a: Point | Uint8Array
  readonly r: Point | Uint8Array
  /** Parts of order 8 in A and R, whose sum t + k·s decides between the two verification equations. */
  readonly torsion: { readonly a: Point; readonly r: Point }
  readonly holds: 'cofactorless' | 'cofactored only'
  readonly s: (k: bigint) => bigint
}

/** The message that a case tries next; which one it takes depends on the torsion parts that its digest leaves. */
export type MessageOf = (name: string, attempt: number) => Uint8Array

/** Every class of signature on which Ed25519 verifiers are known to differ, made from fixed secrets. */
export function makeEdgeCases(
  messageOf: MessageOf = (name, attempt) => toUtf8(`${name} ${attempt}`),
): EdgeCase[] {
  const solve = (ingredients: Ingredients) => solveWith(ingredients, messageOf)
  const secret = 0x1234567890abcdefn
  const nonce = 0xfedcba0987654321n
  const honest = { a: B.multiply(secret), r: B.multiply(nonce), torsion: { a: Point.ZERO, r: Point.ZERO } }
  const mixedA = B.multiply(secret).add(TORSION)
  const mixedR = B.multiply(nonce).add(TORSION)
  const bothSum = (k: bigint) => (nonce + k * secret) % L
  const torsionInA = { a: TORSION, r: Point.ZERO }
  const torsionInBoth = { a: TORSION, r: TORSION }
  const holds = 'cofactorless'

  const equations: Ingredients[] = [
    { name: 'honest', valid: true, ...honest, holds, s: bothSum },
    {
      name: 'small A and small R, S = 0',
      a: TORSION,
      r: TORSION,
      torsion: torsionInBoth,
      holds,
      s: () => 0n,
    },
    { name: 'small A, mixed R', a: TORSION, r: mixedR, torsion: torsionInBoth, holds, s: () => nonce },
    {
      name: 'mixed A, small R',
      a: mixedA,
      r: TORSION,
      torsion: torsionInBoth,
      holds,
      s: (k) => (k * secret) % L,
    },
    {
      name: 'mixed A and R, holds cofactorless',
      valid: true,
      a: mixedA,
      r: mixedR,
      torsion: torsionInBoth,
      holds,
      s: bothSum,
    },
    {
      name: 'mixed A and R, holds only cofactored',
      a: mixedA,
      r: mixedR,
      torsion: torsionInBoth,
      holds: 'cofactored only',
      s: bothSum,
    },
    {
      name: 'mixed A, prime-order R, holds only cofactored',
      a: mixedA,
      r: B.multiply(nonce),
      torsion: torsionInA,
      holds: 'cofactored only',
      s: bothSum,
    },
    {
      name: 'prime-order A, mixed R, holds only cofactored',
      a: B.multiply(secret),
      r: mixedR,
      torsion: { a: Point.ZERO, r: TORSION },
      holds: 'cofactored only',
      s: bothSum,
    },
    { name: 'S + L', ...honest, holds, s: (k) => bothSum(k) + L },
    { name: 'S + 15 L, no room for a zero top bit', ...honest, holds, s: (k) => bothSum(k) + 15n * L },
    ...nonCanonicalIdentities().flatMap((identity, at): Ingredients[] => [
      {
        name: `R is identity in non-canonical spelling ${at}`,
        a: B.multiply(secret),
        r: identity,
        torsion: honest.torsion,
        holds,
        s: (k) => (k * secret) % L,
      },
      {
        name: `A is identity in non-canonical spelling ${at}`,
        a: identity,
        r: B.multiply(nonce),
        torsion: honest.torsion,
        holds,
        s: () => nonce,
      },
    ]),
    ...multiplesOf(TORSION).map(
      (point, at): Ingredients => ({
        name: `A of small order, ${at} times the torsion point`,
        a: point,
        r: B.multiply(nonce),
        torsion: { a: point, r: Point.ZERO },
        holds,
        s: () => nonce,
      }),
    ),
  ]
  const cases = equations.map(solve)
  return [...cases, ...brokenForms(cases[0] as EdgeCase)]
}

/** Tries messages until the torsion parts cancel, or do not, as asked. */
function solveWith(
  { name, valid = false, a, r, torsion, holds, s }: Ingredients,
  messageOf: MessageOf,
): EdgeCase {
  const publicKey = encode(a)
  const encodedR = encode(r)
  for (let attempt = 0; ; attempt++) {
    const message = messageOf(name, attempt)
    const k = littleEndian(sha512(concat(encodedR, publicKey, message))) % L
    const rest = torsion.r.add(torsion.a.multiplyUnsafe(k))
    if (rest.is0() !== (holds === 'cofactorless')) continue
    const signature = concat(encodedR, encodeScalar(s(k)))
    return { name, message: toHex(message), public_key: toHex(publicKey), signature: toHex(signature), valid }
  }
}

function brokenForms(honest: EdgeCase): EdgeCase[] {
  const { message, public_key: key, signature } = honest
  const flipFirst = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
  const broken = (name: string, change: Partial<EdgeCase>) => ({ ...honest, ...change, name, valid: false })
  return [
    broken('another message', { message: flipFirst(message) }),
    broken('another R', { signature: flipFirst(signature) }),
    broken('another S', { signature: signature.slice(0, 64) + flipFirst(signature.slice(64)) }),
    broken('R with the other sign', {
      signature: toggleTopBit(signature.slice(0, 64)) + signature.slice(64),
    }),
    broken('A with the other sign', { public_key: toggleTopBit(key) }),
    broken('A is no curve point', { public_key: `02${'00'.repeat(31)}` }),
    broken('signature cut by one byte', { signature: signature.slice(0, -2) }),
    broken('signature with one byte more', { signature: `${signature}00` }),
    broken('empty signature', { signature: '' }),
    broken('all-zero signature', { signature: '00'.repeat(64) }),
    broken('key cut by one byte', { public_key: key.slice(0, -2) }),
    broken('empty key', { public_key: '' }),
  ]
}

function torsionPoint(): Point {
  for (let y = 2; ; y++) {
    const encoded = Uint8Array.of(y, ...new Uint8Array(31))
    const point = decodeOrZero(encoded)
    // L times a point, written as (L − 1) times it plus itself because multiplication by L itself is refused.
    const torsion = point.multiplyUnsafe(L - 1n).add(point)
    if (!torsion.multiplyUnsafe(4n).is0()) return torsion
  }
}

function decodeOrZero(encoded: Uint8Array): Point {
  try {
    return Point.fromBytes(encoded)
  } catch {
    return Point.ZERO
  }
}

function multiplesOf(point: Point): Point[] {
  return Array.from({ length: 8 }, (_, times) => point.multiplyUnsafe(BigInt(times)))
}

/** The identity (y = 1) as y = p + 1, as y = 1 with a sign, and as both. */
function nonCanonicalIdentities(): Uint8Array[] {
  const sign = 2n ** 255n
  return [P + 1n, sign + 1n, sign + P + 1n].map(encodeScalar)
}

function encode(point: Point | Uint8Array): Uint8Array {
  return point instanceof Uint8Array ? point : point.toBytes()
}

function encodeScalar(scalar: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, at) => Number((scalar >> BigInt(8 * at)) & 255n))
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function toggleTopBit(hex: string): string {
  const last = Number.parseInt(hex.slice(-2), 16) ^ 0x80
  return hex.slice(0, -2) + last.toString(16).padStart(2, '0')
}
