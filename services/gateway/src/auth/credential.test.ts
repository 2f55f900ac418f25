import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCredential } from './credential.ts'
import { mintToken } from './token.ts'

const live = mintToken('live', randomBytes)
const sandbox = mintToken('sandbox', randomBytes)

test('a bearer token is read whatever the case of the scheme', () => {
  expect(readCredential(`Bearer ${live}`)).toEqual({ kind: 'live', token: live })
  expect(readCredential(`bearer  ${live}`)).toEqual({ kind: 'live', token: live })
  expect(readCredential(`Bearer ${sandbox}`)).toEqual({ kind: 'sandbox', token: sandbox })
  expect(readCredential('Bearer spk_test_anything')).toEqual({ kind: 'test', token: 'spk_test_anything' })
})

test('no header is told from a header that makes no sense', () => {
  expect(readCredential(undefined)).toEqual({ kind: 'none' })
  for (const header of [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${live}`,
    `Bearer ${live} ${live}`,
    live,
    'Bearer é',
  ]) {
    expect(readCredential(header)).toEqual({ kind: 'malformed', like: null })
  }
})

test('a token with a broken checksum is malformed and keeps what it resembles', () => {
  expect(readCredential(`Bearer ${live}x`)).toEqual({ kind: 'malformed', like: 'live' })
  expect(readCredential(`Bearer sbx_short`)).toEqual({ kind: 'malformed', like: 'sandbox' })
})
