import { expect, test } from 'vitest'
import { decodeBase64 } from './base64.ts'

const bytes = Uint8Array.from({ length: 1_048_576 }, (_, index) => index % 256)
const text = Buffer.from(bytes).toString('base64')

test('the bytes of a text, and none of a malformed one', () => {
  expect(Buffer.from(decodeBase64(text) ?? []).equals(bytes)).toBe(true)
  expect(decodeBase64('a=a=')).toBeNull()
})

test('a megabyte takes no more than a few times as long as the engine takes to decode it', () => {
  expect(leastMs(() => decodeBase64(text))).toBeLessThan(25 * leastMs(() => atob(text)))
})

function leastMs(work: () => unknown): number {
  const tookMs = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return Math.min(...tookMs)
}
