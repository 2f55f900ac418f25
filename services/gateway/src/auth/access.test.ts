import type { KeyScope } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { type Access, accessTable, accessTo, type Operation } from './access.ts'

const operations = Object.keys(accessTable) as Operation[]

function allowedTo(allows: (access: Access) => boolean): Operation[] {
  return operations.filter((operation) => allows(accessTo(operation))).toSorted()
}

const withScope = (scope: KeyScope) =>
  allowedTo((access) => access.kind === 'key' && access.scopes.includes(scope))

// These lists are the contract's, written out: the table must not be able to agree with itself.
const keyed: Operation[] = [
  'list-spool-events',
  'read-balance',
  'read-receipt',
  'read-receipt-bundle',
  'read-spool',
  'read-usage',
  'verify-delivery',
]

test('a full key may use everything that takes a key', () => {
  expect(withScope('full')).toEqual(keyed)
})

test('a verify key may verify, read what came of it, and read usage and credits; it lists no events', () => {
  expect(withScope('verify')).toEqual(keyed.filter((operation) => operation !== 'list-spool-events'))
})

test('a counterparty key may read its Spool and receipts, and nothing else', () => {
  expect(withScope('counterparty')).toEqual(['read-receipt', 'read-spool'])
})

test('the sandbox has everything that takes a key but credits, and routes of its own', () => {
  expect(allowedTo((access) => access.kind === 'key' && !access.sandbox)).toEqual(['read-balance'])
  expect(allowedTo((access) => access.kind === 'session')).toEqual([
    'list-sandbox-spool-events',
    'read-sandbox-session',
    'read-sandbox-spool',
    'verify-sandbox-delivery',
  ])
})

test('what anyone may use names no account and changes nothing but a fresh sandbox session', () => {
  expect(allowedTo((access) => access.kind === 'open')).toEqual([
    'download-receipt',
    'open-sandbox-session',
    'read-asset',
    'read-capabilities',
    'read-health',
    'read-keys',
    'read-openapi',
    'read-readiness',
    'read-receipt-status',
    'read-receipt-status-v1',
    'show-receipt',
    'verify-attestation',
  ])
})
