import { portableHmacSha256, portableSha256 } from '@outturn/canonical'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacWith } from './hmac-sha256.ts'

test('gives the same bytes as the portable HMAC for every key it takes', () => {
  const hmac = hmacWith(portableSha256)
  const key = fc.uint8Array({ minLength: 0, maxLength: 64 })
  fc.assert(
    fc.property(key, fc.string(), (bytes, message) => {
      expect(Buffer.from(hmac(bytes, message))).toEqual(Buffer.from(portableHmacSha256(bytes, message)))
    }),
    { numRuns: 200 },
  )
})

test('refuses a key that would first have to be hashed', () => {
  expect(() => hmacWith(portableSha256)(new Uint8Array(65), '')).toThrow(RangeError)
})
