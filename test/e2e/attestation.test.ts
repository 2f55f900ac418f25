import type { AttestationBody, AttestationVerdict } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { openSession, readSystem, sendTo, verified } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let attestation: AttestationBody
let other: AttestationBody
let demo: AttestationBody

beforeAll(async () => {
  operator = await connectOperator(system)
  const { apiKey } = await operator.openAccount({ included: 10 })
  attestation = (await verified(send, apiKey)).attestation as AttestationBody
  other = (await verified(send, apiKey)).attestation as AttestationBody
  demo = (await verified(send, (await openSession(send)).token)).attestation as AttestationBody
})
afterAll(() => operator.close())

async function verdict(body: unknown): Promise<AttestationVerdict> {
  const answer = await send<AttestationVerdict>('/api/v1/attestations/verify', { body })
  expect([answer.status, answer.text.includes(attestation.signature)]).toEqual([200, false])
  return answer.json
}

test('an attestation of either environment is judged by the keys of its own', async () => {
  expect(await verdict(attestation)).toMatchObject({ valid: true, environment: 'production', reasons: [] })
  expect(await verdict(demo)).toMatchObject({ valid: true, environment: 'demo', reasons: [] })
})

const changed: [string, () => AttestationBody][] = [
  ['untrusted_signing_key', () => ({ ...attestation, signingKeyId: '0'.repeat(64) })],
  ['untrusted_signing_key', () => ({ ...demo, environment: 'production' })],
  ['invalid_signature', () => ({ ...attestation, signature: other.signature })],
  ['invalid_verification_digest', () => ({ ...attestation, verificationDigest: other.verificationDigest })],
  ['invalid_evidence_digest', () => ({ ...attestation, evidenceDigest: 'sha256:0' })],
  ['not_yet_valid', () => ({ ...attestation, issuedAt: '2999-01-01T00:00:00.000Z' })],
  ['expired', () => ({ ...attestation, expiresAt: '2020-01-01T00:00:00.000Z' })],
  ['approved_exceeds_maximum', () => ({ ...attestation, approvedAmount: '999.00' })],
  ['amount_malformed', () => ({ ...attestation, approvedAmount: '1e2' })],
]

test.each(changed)('a change is named: %s', async (reason, change) => {
  const { valid, reasons } = await verdict(change())
  expect(valid).toBe(false)
  expect(reasons).toContain(reason)
})

test.each([
  ['another member', () => ({ ...attestation, note: 'paid' }), 400],
  ['no signature', () => ({ ...attestation, signature: undefined }), 400],
])('with %s it is no attestation', async (_, body, status) => {
  const answer = await send('/api/v1/attestations/verify', { body: body() })
  expect([answer.status, answer.json.code]).toEqual([status, 'validation_failed'])
})

test.each([
  ['/api/v1/receipts/ocr_000000000000000000000000/status', 200, { state: 'unknown' }],
  ['/api/receipts/ocr_000000000000000000000000/status', 404, { code: 'not_found' }],
  ['/api/v1/receipts/ocr_nothing/status', 404, { code: 'not_found' }],
  ['/api/receipts/ocr_nothing/status', 404, { code: 'not_found' }],
])('%s answers %i', async (path, status, body) => {
  expect(await send(path)).toMatchObject({ status, json: body })
})
