import { expect, test } from 'vitest'
import { outOfScope } from './refusals.ts'

test('a refusal by scope names the narrowest scope that suffices', () => {
  const reasonOf = (...scopes: Parameters<typeof outOfScope>[1]) => outOfScope('No.', scopes).options.reason
  expect([
    reasonOf('full'),
    reasonOf('full', 'verify'),
    reasonOf('full', 'counterparty'),
    reasonOf('full', 'verify', 'counterparty'),
  ]).toEqual([
    'full_scope_required',
    'verify_scope_required',
    'counterparty_scope_required',
    'counterparty_scope_required',
  ])
  expect(outOfScope('No.', ['full', 'verify']).options.remediation).toContain('verify or full')
})
