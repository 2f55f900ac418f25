import { expect, test } from 'vitest'
import { derivedBytes } from './derived-bytes.ts'
import { mintGrantToken } from './token.ts'
import { tokenHasher } from './token-hash.ts'

const hash = tokenHasher('a pepper of forty characters for testing')

test('the same purpose gives the same bytes, however they are asked for', () => {
  const [whole, parts] = [derivedBytes(hash, 'x'), derivedBytes(hash, 'x')]
  expect(Buffer.concat([parts(3), parts(40), parts(27)])).toEqual(Buffer.from(whole(70)))
})

test('another purpose or pepper gives others', () => {
  const bytesOf = (purpose: string, hasher = hash) =>
    Buffer.from(derivedBytes(hasher, purpose)(32)).toString('hex')
  expect(new Set([bytesOf('x'), bytesOf('y'), bytesOf('x', tokenHasher('another pepper'))]).size).toBe(3)
})

test('a grant token of them is one of the contract, and the same again', () => {
  const mint = () => mintGrantToken(derivedBytes(hash, 'grant of cmd_1'))
  expect(mint()).toMatch(/^spg_[A-Za-z0-9]{32}$/)
  expect(mint()).toBe(mint())
})
