import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digestOf, portableHmacSha256, portableSha256 } from './hash.ts'
import { nodeHmacSha256, nodeSha256 } from './node-hash.ts'

const inputs = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 80 }))
const plain = (bytes: Uint8Array) => Uint8Array.from(bytes)

test('the portable and the native SHA-256 give the same bytes', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      expect(plain(nodeSha256(input))).toEqual(portableSha256(input))
    }),
  )
})

test('the portable and the native HMAC give the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), inputs, (key, message) => {
      expect(plain(nodeHmacSha256(key, message))).toEqual(portableHmacSha256(key, message))
    }),
  )
})

test('a digest is lower-case hexadecimal of the UTF-8 bytes', () => {
  expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(digestOf('é')).toBe(digestOf('é', nodeSha256))
})
