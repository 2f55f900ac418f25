import { expect, test } from 'vitest'
import { parseTestKeys } from './test-keys.ts'
import { tokenHasher } from './token-hash.ts'

const hash = tokenHasher('a pepper of this test')
const alice = 'spk_test_aaaaaaaaaaaaaaaa'
const bob = 'spk_test_bbbbbbbbbbbbbbbb'

test('each key stands for the account of its label', () => {
  const keys = parseTestKeys(`alice:${alice}, bob:${bob}`, hash)
  expect(keys.find(alice)?.label).toBe('alice')
  expect(keys.find(bob)?.principal.accountId).not.toBe(keys.find(alice)?.principal.accountId)
  expect(keys.find(`${alice}x`)).toBeNull()
})

test('the account of a label does not change when the key does', () => {
  const before = parseTestKeys(`alice:${alice}`, hash).find(alice)
  const after = parseTestKeys(`alice:${bob}`, hash).find(bob)
  expect(after?.principal).toEqual(before?.principal)
})

test('without configuration no test key is good', () => {
  expect(parseTestKeys('', hash).find(alice)).toBeNull()
})

test.each([
  'alice',
  `alice:spk_live_aaaaaaaaaaaaaaaa`,
  `:${alice}`,
  `a:${alice},a:${bob}`,
  `a:${alice},b:${alice}`,
  ',',
])('%s is refused', (text) => {
  expect(() => parseTestKeys(text, hash)).toThrow(/each entry is|stands twice/)
})
