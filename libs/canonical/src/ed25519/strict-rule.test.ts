import { readFileSync } from 'node:fs'
import { Point } from '@noble/ed25519'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64Url } from '../encoding/base64url.ts'
import { type EdgeCase, makeEdgeCases } from '../testing/edge-cases.ts'
import { createEd25519Signer } from './node-signer.ts'
import { nodeVerifier } from './node-verifier.ts'
import { portableVerifier } from './portable-verifier.ts'
import { isStrictPoint } from './strict-encoding.ts'

const vectors = new URL('../../../../test/vectors/ed25519/', import.meta.url)
const readCases = (file: string) =>
  JSON.parse(readFileSync(new URL(file, vectors), 'utf8')) as { cases: EdgeCase[] }
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const verifiers = { portableVerifier, nodeVerifier }

function judge(verifier: keyof typeof verifiers, edgeCase: EdgeCase): boolean {
  const { message, signature, public_key } = edgeCase
  return verifiers[verifier](bytesOf(message), bytesOf(signature), bytesOf(public_key))
}

describe.each(['portableVerifier', 'nodeVerifier'] as const)('%s', (verifier) => {
  test.each(readCases('rfc8032.json').cases)('accepts RFC 8032 $name', (edgeCase) => {
    expect(judge(verifier, edgeCase)).toBe(true)
  })

  test.each(readCases('edge-cases.json').cases)('$name: $valid', (edgeCase) => {
    expect(judge(verifier, edgeCase)).toBe(edgeCase.valid)
  })
})

test('the published edge cases are the ones the fixture makes', () => {
  expect(readCases('edge-cases.json').cases).toEqual(makeEdgeCases())
})

test('exactly the eight points of small order, in every spelling, are refused', () => {
  const eighth = bytesOf(
    (readCases('edge-cases.json').cases.find(({ name }) => name.startsWith('small A')) as EdgeCase)
      .public_key,
  )
  const point = Point.fromBytes(eighth)
  for (let times = 0n; times < 8n; times++) {
    expect(isStrictPoint(point.multiplyUnsafe(times).toBytes())).toBe(false)
  }
  expect(isStrictPoint(Point.BASE.toBytes())).toBe(true)
  expect(isStrictPoint(Point.BASE.add(point).toBytes())).toBe(true)
})

test('the nineteen spellings of y beyond the field are refused, with either sign', () => {
  for (let low = 0xed; low <= 0xff; low++) {
    for (const high of [0x7f, 0xff]) {
      expect(isStrictPoint(Uint8Array.of(low, ...new Uint8Array(30).fill(0xff), high))).toBe(false)
    }
  }
})

test('what the signer signs both verifiers accept, and no altered bit of it', () => {
  const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(seeds, fc.string({ unit: 'grapheme' }), fc.nat(511), (seed, message, bit) => {
      const signer = createEd25519Signer(seed)
      const signature = fromBase64Url(signer.sign(message)) as Uint8Array
      expect(signature.length).toBe(64)
      const altered = Uint8Array.from(signature)
      altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7))
      for (const verifySignature of Object.values(verifiers)) {
        expect(verifySignature(message, signature, signer.publicKey)).toBe(true)
        expect(verifySignature(message, altered, signer.publicKey)).toBe(false)
        expect(verifySignature(`${message}.`, signature, signer.publicKey)).toBe(false)
      }
    }),
    { numRuns: 25 },
  )
})

test('a seed of another length is refused', () => {
  expect(() => createEd25519Signer(new Uint8Array(31))).toThrow(RangeError)
})
