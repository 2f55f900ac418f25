import { type Ed25519Signer, createEd25519Signer, nodeSuite } from '@outturn/canonical/node'
import { describe, expect, test } from 'vitest'
import { parseKeyDocument } from '../keys/trust-set.ts'
import { golden, statusAnswer, statusProof } from '../receipt/golden.fixture.ts'
import type { StatusProof } from '../receipt/outcome-receipt.ts'
import { verifyOutcomeReceipt } from '../receipt/verify-outcome-receipt.ts'

const { receipt } = golden
const trustSet = parseKeyDocument(golden.keys)
const now = new Date('2026-01-01T12:00:00.000Z')
const stranger = createEd25519Signer(new Uint8Array(32).fill(3))

const day = { issued_at: '2026-01-01T06:00:00.000Z', expires_at: '2026-01-02T06:00:00.000Z' }
const proof = (change: Partial<StatusProof> = {}, signer?: Ed25519Signer) =>
  statusProof({ ...day, ...change }, signer)

function online(status: StatusProof['status'] = 'active', change: Record<string, unknown> = {}) {
  return { ...statusAnswer(status, day), ...change }
}

function verify(stapled: StatusProof | undefined, status?: unknown) {
  const candidate = stapled ? { ...receipt, status_proof: stapled } : receipt
  const { reasons, advisories } = verifyOutcomeReceipt(candidate, {
    trustSet,
    environment: 'demo',
    status,
    now,
    suite: nodeSuite,
  })
  return { reasons, advisories }
}

describe('no word on the status is an advisory, never a pass in silence', () => {
  test.each<[string, unknown]>([
    ['nothing given', undefined],
    ['null', null],
    ['an error page', '<html>'],
    ['an error object', { error: 'rate limited' }],
    ['an unknown receipt', online('active', { status: 'unknown', state: 'unknown', status_proof: null })],
    ['a status that is not signed', online('active', { status_proof: null })],
    ['a revocation that is not signed', online('active', { status: 'revoked', status_proof: undefined })],
    ['a status signed by a stranger', online('active', { status_proof: proof({}, stranger) })],
    ['a time that is none', online('active', { checked_at: 'now' })],
    [
      'a statement of tomorrow',
      online('active', { status_proof: proof({ issued_at: '2026-01-01T12:01:00.001Z' }) }),
    ],
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
    ['by a stranger', proof({}, stranger)],
    ['changed after it was signed', { ...proof({ status: 'revoked' }), status: 'active' }],
    ['signed before the key was in use', proof({ issued_at: '2025-11-30T00:00:00.000Z' })],
  ])('%s says nothing', (_, stapled) => {
    expect(verify(stapled)).toEqual({ reasons: [], advisories: ['status_source_unavailable'] })
  })

  test('cannot hide what the service says now', () => {
    expect(verify(proof(), online('revoked')).reasons).toEqual(['revoked'])
    expect(verify(proof({ status: 'revoked' }), online()).reasons).toEqual(['revoked'])
  })
})

describe('the online answer', () => {
  test('speaks by the statement in it', () => {
    expect(verify(undefined, online())).toEqual({ reasons: [], advisories: [] })
    expect(verify(undefined, online('corrected')).reasons).toEqual(['corrected'])
  })

  test('takes back for good, even by a statement of tomorrow', () => {
    const ahead = proof({ status: 'revoked', issued_at: '2026-01-01T18:00:00.000Z' })
    expect(verify(undefined, online('revoked', { status_proof: ahead })).reasons).toEqual(['revoked'])
  })

  test.each<[string, unknown]>([
    ['active beside a signed revocation', online('revoked', { status: 'active' })],
    ['revoked beside a signed statement that it is active', online('active', { status: 'revoked' })],
    ['another receipt', online('active', { receipt_id: 'ocr_000000000000000000000000' })],
    ['superseded beside a signed statement that it is active', online('active', { state: 'superseded' })],
  ])('that says %s makes the whole malformed', (_, status) => {
    expect(verify(undefined, status)).toEqual({ reasons: ['malformed_receipt'], advisories: [] })
  })

  test('says when a receipt is disputed', () => {
    const advisories = [{ code: 'disputed', message: 'm', at: '2026-01-01T00:00:00.000Z' }]
    expect(verify(undefined, online('active', { advisories }))).toEqual({
      reasons: [],
      advisories: ['disputed'],
    })
  })
})
