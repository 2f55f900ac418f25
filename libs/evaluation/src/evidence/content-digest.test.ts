import { expect, test } from 'vitest'
import { contentDigest } from './content-digest.ts'

const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test('text is digested as UTF-8, bytes as they are', () => {
  expect(contentDigest({ kind: 'text', text: 'abc' })).toBe(abc)
  expect(contentDigest({ kind: 'bytes', base64: 'YWJj', media_type: 'text/plain' })).toBe(abc)
  expect(contentDigest({ kind: 'bytes', base64: '*', media_type: 'text/plain' })).toBeNull()
})

test('rows are digested in canonical form', () => {
  const rows = [{ email: 'a@example.com' }, { email: '' }, { email: 'c@example.com' }]
  const published = '4f5107b74e9af481a15890164aab440aafcfce676692c2d528e1d12581be26d7'
  expect(contentDigest({ kind: 'rows', rows })).toBe(published)
  expect(contentDigest({ kind: 'json', json: rows })).toBe(published)
})

test('a reference has the digest it declares', () => {
  expect(contentDigest({ kind: 'reference', sha256: abc })).toBe(abc)
  expect(contentDigest({ kind: 'reference', url: 'https://example.com' })).toBeNull()
})
