import { nodeSuite } from '@outturn/canonical/node'
import { describe, expect, test } from 'vitest'
import { golden, keysWith } from '../receipt/golden.fixture.ts'
import { verifyOutcomeReceipt } from '../receipt/verify-outcome-receipt.ts'
import { KeyDocumentError, parseKeyDocument } from './trust-set.ts'

const issuedAt = golden.receipt.issued_at
const before = '2026-01-01T00:00:00.999Z'
const after = '2026-01-01T00:00:01.001Z'

function verdictWith(change: Parameters<typeof keysWith>[0]) {
  const trustSet = parseKeyDocument(keysWith(change))
  return verifyOutcomeReceipt(golden.receipt, { trustSet, environment: 'demo', suite: nodeSuite })
}

describe('a receipt counts while its key was in use', () => {
  test.each<[string, Parameters<typeof keysWith>[0]]>([
    ['active', { status: 'active' }],
    ['active from that very moment', { status: 'active', not_before: issuedAt }],
    ['retiring', { status: 'retiring' }],
    ['retired at that very moment', { status: 'retired', not_after: issuedAt }],
    ['retired later', { status: 'retired', not_after: null, retired_at: after }],
  ])('%s', (_, change) => {
    expect(verdictWith(change).reasons).toEqual([])
  })

  test.each<[string, Parameters<typeof keysWith>[0]]>([
    ['not yet active', { status: 'active', not_before: after }],
    ['active but ended', { status: 'active', not_after: before }],
    ['retiring but ended', { status: 'retiring', not_after: before }],
    ['retired before', { status: 'retired', not_after: before }],
    ['retired before, said by retired_at alone', { status: 'retired', retired_at: before }],
    ['revoked', { status: 'revoked' }],
  ])('%s', (_, change) => {
    expect(verdictWith(change).reasons).toEqual(['untrusted_signing_key'])
  })

  test('a retiring key is worth an advisory, and only that one', () => {
    expect(verdictWith({ status: 'retiring' }).advisories).toContain('key_retiring')
    expect(verdictWith({ status: 'active' }).advisories).not.toContain('key_retiring')
  })
})

test('a key of one environment says nothing in the other', () => {
  const { receipts } = golden.keys
  const swapped = { ...golden.keys, receipts: { production: receipts.demo, demo: [] } }
  const verdict = verifyOutcomeReceipt(golden.receipt, {
    trustSet: parseKeyDocument(swapped),
    environment: 'demo',
    suite: nodeSuite,
  })
  expect(verdict.reasons).toEqual(['untrusted_signing_key'])
})

test('a key for attestations signs no receipts', () => {
  const { receipts } = golden.keys
  const moved = { ...golden.keys, receipts: { production: [], demo: [] }, attestations: receipts }
  const verdict = verifyOutcomeReceipt(golden.receipt, {
    trustSet: parseKeyDocument(moved),
    environment: 'demo',
    suite: nodeSuite,
  })
  expect(verdict.reasons).toEqual(['untrusted_signing_key'])
})

test('a document without the optional rings has them empty', () => {
  const { schema, receipts } = golden.keys
  const trustSet = parseKeyDocument({ schema, receipts })
  expect(trustSet).toMatchObject({
    slug: 'example',
    attestations: { demo: [] },
    status: { demo: [] },
    logs: { production: null, demo: null },
  })
})

test.each<[string, unknown]>([
  ['null', null],
  ['no receipts', { schema: golden.keys.schema }],
  ['another schema', { ...golden.keys, schema: 'example/outcome-receipt@1' }],
  ['another environment', { ...golden.keys, receipts: { production: [], demo: [], staging: [] } }],
  ['an unknown status', keysWith({ status: 'new' })],
  ['another algorithm', keysWith({ algorithm: 'ES256' })],
  ['a short key', keysWith({ public_key: 'AAAA' })],
  ['a key of small order', keysWith({ public_key: `AQ${'A'.repeat(41)}` })],
  ['a time without milliseconds', keysWith({ not_before: '2026-01-01T00:00:00Z' })],
  ['retired without saying when', keysWith({ status: 'retired' })],
  [
    'one key twice',
    {
      ...golden.keys,
      receipts: { production: [], demo: [...golden.keys.receipts.demo, ...golden.keys.receipts.demo] },
    },
  ],
])('a key document with %s is unusable', (_, document) => {
  expect(() => parseKeyDocument(document)).toThrow(KeyDocumentError)
})
