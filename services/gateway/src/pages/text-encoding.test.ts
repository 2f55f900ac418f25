import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodedAnswer, takesGzip, toStaticText } from './text-encoding.ts'

const text = Buffer.from('the same words '.repeat(200))
const answer = { status: 200, body: text, headers: { vary: 'accept', etag: '"a"' } }

test.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0.1, identity', false],
  ['br', false],
  ['', false],
  [undefined, false],
])('a reader that takes "%s" gets gzip: %s', (given, expected) => {
  expect(takesGzip({ 'accept-encoding': given })).toBe(expected)
})

test('a text goes out compressed to who takes it, and caches keep both forms apart', async () => {
  const file = await toStaticText(text, 'text/css; charset=utf-8')
  const { body, headers } = encodedAnswer(answer, file, true)
  expect(gunzipSync(body).equals(text)).toBe(true)
  expect(headers).toEqual({ vary: 'accept, accept-encoding', etag: '"a"', 'content-encoding': 'gzip' })
  const plain = encodedAnswer(answer, file, false)
  expect(plain).toEqual({ ...answer, headers: { vary: 'accept, accept-encoding', etag: '"a"' } })
})

test('an answer without a body is not said to be compressed', async () => {
  const file = await toStaticText(text, 'text/css')
  const known = encodedAnswer({ ...answer, status: 304, body: '' }, file, true)
  expect([known.body, known.headers?.['content-encoding']]).toEqual(['', undefined])
})

test.each([
  [text, 'image/png'],
  [Buffer.from('short'), 'text/css'],
])('a picture and a short text have no compressed form', async (bytes, type) => {
  expect((await toStaticText(bytes, type)).compressed).toBeNull()
})
