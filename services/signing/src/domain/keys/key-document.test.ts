import { digestOf } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { parseKeyDocument } from '@outturn/receipt-verifier'
import { expect, test } from 'vitest'
import { nextKeyDocument } from './key-document.ts'
import type { RegisteredKey } from './key-ring.ts'

const facts = {
  slug: 'example',
  issuer: 'https://example.com',
  environment: 'demo',
  logs: [{ origin: 'example.com/log/demo', succession: null }],
  now: new Date('2026-01-02T03:04:05.000Z'),
} as const
const key: RegisteredKey = {
  keyId: '34750f98bd59fcfc946da45aaabe933be154a4b5094e1c4abf42866505f3c97e',
  purpose: 'receipt',
  publicKey: 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w',
  status: 'active',
  notBefore: '2026-01-01T00:00:00.000Z',
  notAfter: null,
  retiredAt: null,
  signsFrom: '2026-01-02T00:00:00.000Z',
  retiringSince: null,
}

test('the first version names no predecessor and lists keys under their own environment only', () => {
  const first = nextKeyDocument(null, [key], facts, nodeSha256)
  expect(first?.version).toBe(1)
  const document = JSON.parse(first?.text ?? '')
  expect(document).toMatchObject({ version: 1, prev_document_hash: null, issuer: 'https://example.com' })
  const trust = parseKeyDocument(document)
  expect(trust.receipts.demo.map(({ keyId }) => keyId)).toEqual([key.keyId])
  expect(trust.receipts.production).toEqual([])
  expect(trust.attestations).toEqual({ production: [], demo: [] })
})

test('a ring that did not change has no new version', () => {
  const first = nextKeyDocument(null, [key], facts, nodeSha256)
  expect(nextKeyDocument(first, [key], { ...facts, now: new Date() }, nodeSha256)).toBeNull()
})

test('a changed ring is the next version, bound to the one before', () => {
  const first = nextKeyDocument(null, [key], facts, nodeSha256)
  const second = nextKeyDocument(first, [{ ...key, status: 'retiring' }], facts, nodeSha256)
  expect(second?.version).toBe(2)
  expect(JSON.parse(second?.text ?? '').prev_document_hash).toBe(digestOf(first?.text ?? '', nodeSha256))
})

test('the log is published under its own environment, with the keys of before that still count', () => {
  const logKey = { ...key, purpose: 'log' } as const
  const other = { ...logKey, publicKey: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  const logOf = (ring: readonly RegisteredKey[], environment: 'production' | 'demo' = 'demo') =>
    parseKeyDocument(
      JSON.parse(nextKeyDocument(null, ring, { ...facts, environment }, nodeSha256)?.text ?? ''),
    ).logs
  expect(logOf([key])).toEqual({ production: null, demo: null })
  expect(logOf([logKey], 'production')).toMatchObject({
    production: { origin: 'example.com/log/demo' },
    demo: null,
  })
  const publicKeys = (ring: readonly RegisteredKey[]) =>
    logOf(ring).demo?.keys.map(({ publicKey }) => Buffer.from(publicKey).toString('base64url'))
  expect(publicKeys([{ ...logKey, status: 'retiring' }, other])).toEqual([other.publicKey, logKey.publicKey])
  expect(publicKeys([{ ...logKey, status: 'revoked' }, other])).toEqual([other.publicKey])
})
