import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { fromHex64, toHex } from './hex.ts'

test('base64url agrees with the platform and reads back to the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const text = toBase64Url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(fromBase64Url(text)).toEqual(bytes)
    }),
  )
})

test.each(['A', 'AAAAA', 'AA==', 'A+8', 'A/8', 'A A', 'AAé', '😀AA'])('%j is not base64url', (text) => {
  expect(fromBase64Url(text)).toBeUndefined()
})

test('bytes have one spelling: left-over bits must be zero', () => {
  expect(fromBase64Url('_w')).toEqual(Uint8Array.of(255))
  expect(fromBase64Url('_x')).toBeUndefined()
})

test('a digest in hexadecimal reads back, and only in lower case and full length', () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 8)
  expect(fromHex64(toHex(bytes))).toEqual(bytes)
  expect(fromHex64(toHex(bytes).toUpperCase())).toBeUndefined()
  expect(fromHex64(toHex(bytes).slice(1))).toBeUndefined()
  expect(fromHex64(`${toHex(bytes)}\n`)).toBeUndefined()
})
