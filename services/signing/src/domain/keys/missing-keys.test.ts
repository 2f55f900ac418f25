import { expect, test } from 'vitest'
import {
  adviceOnMissingKeys,
  describeMissingKeys,
  type MissingKey,
  missingForVerification,
} from './missing-keys.ts'

const missing: MissingKey[] = [
  { purpose: 'attestation', keyId: null },
  { purpose: 'log', keyId: null },
  { purpose: 'receipt', keyId: 'abc' },
]

test('a verification needs the keys of receipts and of attestations', () => {
  expect(missingForVerification(missing).map(({ purpose }) => purpose)).toEqual(['attestation', 'receipt'])
})

test('the purpose is named with the commands that make a key of it', () => {
  const attestation = missing.slice(0, 1)
  expect(describeMissingKeys('production', attestation)).toContain(
    'No key is active in production for attestation.',
  )
  expect(adviceOnMissingKeys('production', attestation)).toContain(
    'npm run admin -- keys create --purpose attestation',
  )
  expect(adviceOnMissingKeys('demo', attestation)).toContain(
    '--environment demo keys create --purpose attestation',
  )
})
