import { expect, test } from 'vitest'
import { tokenHasher } from '../../auth/token-hash.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

const hash = tokenHasher('a pepper of forty characters for testing')
const other = tokenHasher('another pepper of forty characters, or so')

test('a sealed secret opens for its account under its pepper alone, and says nothing', () => {
  const sealed = sealSecret(hash, 'acc_1', 'client secret')
  expect(openSecret(hash, 'acc_1', sealed)).toBe('client secret')
  expect(sealSecret(hash, 'acc_1', 'client secret')).not.toBe(sealed)
  expect(() => openSecret(hash, 'acc_2', sealed)).toThrow(/authenticate/)
  expect(() => openSecret(other, 'acc_1', sealed)).toThrow(/authenticate/)
})
