import { toBase64Url } from '@outturn/canonical'
import { createEd25519Signer, nodeSuite } from '@outturn/canonical/node'
import { describe, expect, test } from 'vitest'
import { signedStatusText } from './status-statement.ts'
import { parseKeyDocument } from '../keys/trust-set.ts'
import { golden } from '../receipt/golden.fixture.ts'
import type { StatusProof } from '../receipt/outcome-receipt.ts'
import { verifyOutcomeReceipt } from '../receipt/verify-outcome-receipt.ts'

const { receipt } = golden
const statusSigner = createEd25519Signer(new Uint8Array(32).fill(2))
const [receiptKey] = golden.keys.receipts.demo
const statusKey = {
  ...receiptKey,
  key_id: statusSigner.keyId,
  public_key: toBase64Url(statusSigner.publicKey),
}
const trustSet = parseKeyDocument({ ...golden.keys, status: { production: [], demo: [statusKey] } })
const now = new Date('2026-01-01T12:00:00.000Z')

function proof(change: Partial<StatusProof> = {}, signer = statusSigner): StatusProof {
  const statement = {
    schema: 'example/status@1',
    receipt_id: receipt.id,
    status: 'active' as const,
    issued_at: '2026-01-01T06:00:00.000Z',
    expires_at: '2026-01-02T06:00:00.000Z',
    signing_key_id: signer.keyId,
    ...change,
  }
  return { ...statement, signature: signer.sign(signedStatusText(statement)) }
}

function online(change: Record<string, unknown> = {}) {
  return {
    receipt_id: receipt.id,
    status: 'active',
    state: 'current',
    advisories: [],
    checked_at: '2026-01-01T11:59:00.000Z',
    ...change,
  }
}

function verify(stapled: StatusProof | undefined, status?: unknown) {
  const candidate = stapled ? { ...receipt, status_proof: stapled } : receipt
  const { reasons, advisories } = verifyOutcomeReceipt(candidate, { trustSet, status, now, suite: nodeSuite })
  return { reasons, advisories }
}

describe('no word on the status is an advisory, never a pass in silence', () => {
  test.each<[string, unknown]>([
    ['nothing given', undefined],
    ['null', null],
    ['an error page', '<html>'],
    ['an error object', { error: 'rate limited' }],
    ['an unknown receipt', online({ status: 'unknown', state: 'unknown' })],
    ['the status of another receipt', online({ receipt_id: 'ocr_000000000000000000000000' })],
    ['a time that is none', online({ checked_at: 'now' })],
  ])('%s', (_, status) => {
    expect(verify(undefined, status)).toEqual({ reasons: [], advisories: ['status_source_unavailable'] })
  })
})

describe('a stapled statement', () => {
  test('speaks for the service while it is fresh', () => {
    expect(verify(proof())).toEqual({ reasons: [], advisories: [] })
    expect(verify(proof({ status: 'revoked' }))).toEqual({ reasons: ['revoked'], advisories: [] })
    expect(verify(proof({ status: 'corrected' }))).toEqual({ reasons: ['corrected'], advisories: [] })
  })

  test('is stale once it has expired, but what it took back stays taken back', () => {
    const past = { issued_at: '2025-12-31T00:00:00.000Z', expires_at: '2026-01-01T00:00:00.000Z' }
    expect(verify(proof(past))).toEqual({ reasons: [], advisories: ['status_stale'] })
    expect(verify(proof({ ...past, status: 'revoked' }))).toEqual({
      reasons: ['revoked'],
      advisories: ['status_stale'],
    })
  })

  test.each<[string, StatusProof]>([
    ['of another receipt', proof({ receipt_id: 'ocr_000000000000000000000000' })],
    ['of another service', proof({ schema: 'other/status@1' })],
    ['by a stranger', proof({}, createEd25519Signer(new Uint8Array(32).fill(3)))],
    ['changed after it was signed', { ...proof({ status: 'revoked' }), status: 'active' }],
    ['signed before the key was in use', proof({ issued_at: '2025-11-30T00:00:00.000Z' })],
  ])('%s says nothing', (_, stapled) => {
    expect(verify(stapled)).toEqual({ reasons: [], advisories: ['status_source_unavailable'] })
  })

  test('cannot hide what the service says now', () => {
    expect(verify(proof(), online({ status: 'revoked' })).reasons).toEqual(['revoked'])
    expect(verify(proof({ status: 'revoked' }), online()).reasons).toEqual(['revoked'])
  })
})

describe('the online answer', () => {
  test('carries a statement of its own', () => {
    const status = online({ status: 'unknown', status_proof: proof({ status: 'corrected' }) })
    expect(verify(undefined, status).reasons).toEqual(['corrected'])
  })

  test('is stale after a day', () => {
    expect(verify(undefined, online({ checked_at: '2025-12-31T12:00:00.000Z' })).advisories).toEqual([])
    expect(verify(undefined, online({ checked_at: '2025-12-31T11:59:59.999Z' })).advisories).toEqual([
      'status_stale',
    ])
  })

  test('says when a receipt is disputed', () => {
    const status = online({
      advisories: [{ code: 'disputed', message: 'm', at: '2026-01-01T00:00:00.000Z' }],
    })
    expect(verify(undefined, status)).toEqual({ reasons: [], advisories: ['disputed'] })
  })
})
