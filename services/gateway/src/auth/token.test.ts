import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { displayToken, isWellFormedToken, mintToken, type TokenKind, tokenPrefixes } from './token.ts'

const kinds = Object.keys(tokenPrefixes) as TokenKind[]

test.each(kinds)('a minted %s token is its prefix and 40 base62 characters, and is well formed', (kind) => {
  for (let i = 0; i < 200; i++) {
    const token = mintToken(kind, randomBytes)
    expect(token).toMatch(new RegExp(`^${tokenPrefixes[kind]}[0-9A-Za-z]{40}$`))
    expect(isWellFormedToken(kind, token)).toBe(true)
  }
})

test('the same random bytes give the same token, and no two draws give the same', () => {
  const fixed = (count: number) => new Uint8Array(count).fill(61)
  expect(mintToken('live', fixed)).toBe(mintToken('live', fixed))
  const drawn = new Set(Array.from({ length: 500 }, () => mintToken('live', randomBytes)))
  expect(drawn.size).toBe(500)
})

test('bytes that would favour some letters are drawn again', () => {
  const draws = [new Uint8Array(34).fill(255), new Uint8Array(34).fill(0)]
  expect(mintToken('live', () => draws.shift() as Uint8Array)).toMatch(/^spk_live_0{34}/)
})

test('one changed character breaks the checksum, wherever it is', () => {
  const token = mintToken('live', randomBytes)
  for (let i = tokenPrefixes.live.length; i < token.length; i++) {
    const other = token[i] === 'A' ? 'B' : 'A'
    expect(isWellFormedToken('live', token.slice(0, i) + other + token.slice(i + 1))).toBe(false)
  }
})

test('a token of one kind is not well formed as another', () => {
  const body = mintToken('live', randomBytes).slice(tokenPrefixes.live.length)
  expect(isWellFormedToken('sandbox', tokenPrefixes.sandbox + body)).toBe(false)
  expect(isWellFormedToken('live', `${mintToken('live', randomBytes)}0`)).toBe(false)
  expect(isWellFormedToken('live', '')).toBe(false)
})

test('what is displayed keeps the prefix and four characters only', () => {
  const token = mintToken('live', randomBytes)
  expect(displayToken('live', token)).toBe(`spk_live_…${token.slice(-4)}`)
})
