import { toBase64Url } from '@outturn/canonical'
import { createEd25519Signer, nodeSuite } from '@outturn/canonical/node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signedAttestationText, verificationDigest } from './attestation-preimage.ts'
import { parseKeyDocument } from '../keys/trust-set.ts'
import { golden } from '../receipt/golden.fixture.ts'
import type { Attestation } from './attestation.ts'
import { type VerifyAttestationOptions, attestationReasons, verifyAttestation } from './verify-attestation.ts'

const signer = createEd25519Signer(new Uint8Array(32).fill(4))
const stranger = createEd25519Signer(new Uint8Array(32).fill(5))
const [receiptKey] = golden.keys.receipts.demo
const key = { ...receiptKey, key_id: signer.keyId, public_key: toBase64Url(signer.publicKey) }
const documentWith = (demo: readonly unknown[]) => ({
  ...golden.keys,
  attestations: { production: [], demo },
})
const trustSet = parseKeyDocument(documentWith([key]))
const now = new Date('2026-01-02T00:00:00.000Z')

const unsigned: Omit<Attestation, 'signature' | 'verificationDigest'> = {
  id: 'att_000000000000000000000001',
  environment: 'demo',
  spoolId: 'spl_000000000000000000000001',
  compilationVersion: '1.0.0',
  verificationPlanVersion: '1',
  result: 'partial',
  approvedAmount: '1.00',
  maximumAmount: '1.50',
  assetOrCurrency: 'USD',
  payerPartyId: 'pty_000000000000000000000001',
  providerPartyId: 'pty_000000000000000000000002',
  conditionResults: [
    {
      conditionId: 'cond_000000000000000000000001',
      result: 'partial',
      method: 'deterministic',
      requirement: 'mandatory',
    },
  ],
  evidenceDigest: `sha256:${golden.expected['evidence_root']}`,
  issuedAt: '2026-01-01T00:00:01.000Z',
  expiresAt: '2026-01-08T00:00:01.000Z',
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
  signingKeyId: signer.keyId,
}

/** An attestation with members replaced before its digest and signature were made. */
function issued(change: Partial<Attestation> = {}, by = signer): Attestation {
  const verdict = { ...unsigned, signingKeyId: by.keyId, ...change }
  const bound = { verificationDigest: verificationDigest(verdict), ...verdict }
  return { ...bound, signature: by.sign(signedAttestationText(bound)) }
}

function reasonsOf(attestation: unknown, options: Partial<VerifyAttestationOptions> = {}) {
  return verifyAttestation(attestation, {
    trustSet,
    environment: 'demo',
    now,
    suite: nodeSuite,
    ...options,
  }).reasons
}

test('an attestation as it was issued is valid, by both suites', () => {
  const options = { trustSet, environment: 'demo' as const, now }
  const expected = { valid: true, environment: 'demo', reasons: [] }
  expect(verifyAttestation(issued(), options)).toEqual(expected)
  expect(verifyAttestation(issued(), { ...options, suite: nodeSuite })).toEqual(expected)
  expect(reasonsOf(issued({ providerDestination: 'wallet:eip155:42431:0x0' }))).toEqual([])
})

describe('each reason', () => {
  test.each<[unknown, string]>([
    [null, 'null'],
    [{ ...issued(), extra: 1 }, 'an unknown member'],
    [{ ...issued(), id: 'att_1' }, 'an id of another form'],
    [{ ...issued(), issuedAt: 'yesterday' }, 'no time'],
    [{ ...issued(), conditionResults: [{}] }, 'a condition of another form'],
    [{ ...issued(), approvedAmount: 1 }, 'a number for an amount'],
  ])('malformed_attestation %#', (attestation) => {
    expect(verifyAttestation(attestation, { trustSet, now })).toEqual({
      valid: false,
      environment: null,
      reasons: ['malformed_attestation'],
    })
  })

  test('environment_mismatch', () => {
    expect(reasonsOf(issued(), { environment: 'production' })).toEqual(['environment_mismatch'])
    expect(verifyAttestation(issued(), { trustSet, now }).reasons).toEqual(['environment_mismatch'])
  })

  test('trusted_key_unavailable', () => {
    const production = { environment: 'production' as const }
    expect(reasonsOf(issued(production), production)).toEqual(['trusted_key_unavailable'])
  })

  test('untrusted_signing_key: a stranger, a revoked key, a key not in use then', () => {
    expect(reasonsOf(issued({}, stranger))).toEqual(['untrusted_signing_key'])
    const others = [{ status: 'revoked' }, { not_before: '2026-01-01T00:00:02.000Z' }]
    for (const change of others) {
      const otherKeys = parseKeyDocument(documentWith([{ ...key, ...change }]))
      expect(reasonsOf(issued(), { trustSet: otherKeys })).toEqual(['untrusted_signing_key'])
    }
  })

  test('signing_key_id_mismatch', () => {
    const swapped = parseKeyDocument(documentWith([{ ...key, public_key: toBase64Url(stranger.publicKey) }]))
    const attestation = issued({ signingKeyId: signer.keyId }, stranger)
    expect(reasonsOf(attestation, { trustSet: swapped })).toEqual(['signing_key_id_mismatch'])
  })

  test('invalid_signature', () => {
    expect(reasonsOf({ ...issued(), nonce: 'BAAAAAAAAAAAAAAAAAAAAA' })).toEqual(['invalid_signature'])
  })

  test('invalid_verification_digest', () => {
    expect(reasonsOf(issued({ verificationDigest: `sha256:${'0'.repeat(64)}` }))).toEqual([
      'invalid_verification_digest',
    ])
    expect(reasonsOf({ ...issued(), result: 'pass' })).toEqual([
      'invalid_signature',
      'invalid_verification_digest',
    ])
  })

  test('invalid_evidence_digest: no digest, or not the receipt’s', () => {
    expect(reasonsOf(issued({ evidenceDigest: '0'.repeat(64) }))).toEqual(['invalid_evidence_digest'])
    expect(reasonsOf(issued(), { evidenceRoot: golden.expected['evidence_root'] as string })).toEqual([])
    expect(reasonsOf(issued(), { evidenceRoot: '0'.repeat(64) })).toEqual(['invalid_evidence_digest'])
  })

  test('not_yet_valid and expired, with sixty seconds for clocks that differ', () => {
    const at = (time: string) => reasonsOf(issued(), { now: new Date(time) })
    expect(at('2025-12-31T23:59:01.000Z')).toEqual([])
    expect(at('2025-12-31T23:59:00.999Z')).toEqual(['not_yet_valid'])
    expect(at('2026-01-08T00:01:01.000Z')).toEqual([])
    expect(at('2026-01-08T00:01:01.001Z')).toEqual(['expired'])
  })

  test('approved_exceeds_maximum, whatever the precision', () => {
    expect(reasonsOf(issued({ approvedAmount: '1.50' }))).toEqual([])
    expect(reasonsOf(issued({ approvedAmount: '1.500' }))).toEqual([])
    expect(reasonsOf(issued({ approvedAmount: '1.5001' }))).toEqual(['approved_exceeds_maximum'])
    expect(reasonsOf(issued({ approvedAmount: '10' }))).toEqual(['approved_exceeds_maximum'])
  })

  test.each(['', '-1.00', '1.', '1e3', '01.00', 'NaN'])('amount_malformed: %j', (approvedAmount) => {
    expect(reasonsOf(issued({ approvedAmount }))).toEqual(['amount_malformed'])
  })
})

test('reasons come in their fixed order', () => {
  const worst = {
    ...issued({ approvedAmount: '9.00', evidenceDigest: 'x' }),
    expiresAt: '2026-01-01T00:00:02.000Z',
  }
  const reasons = reasonsOf(worst, { environment: 'production' })
  expect(reasons).toEqual([
    'environment_mismatch',
    'invalid_signature',
    'invalid_evidence_digest',
    'expired',
    'approved_exceeds_maximum',
  ])
  expect(attestationReasons.filter((reason) => reasons.includes(reason))).toEqual(reasons)
})

test('an attestation with any member replaced is never valid and never makes the verifier throw', () => {
  const members = Object.keys(issued())
  fc.assert(
    fc.property(fc.constantFrom(...members), fc.oneof(fc.jsonValue(), fc.string()), (member, value) => {
      const attestation = issued() as unknown as Record<string, unknown>
      fc.pre(JSON.stringify(attestation[member]) !== JSON.stringify(value))
      expect(reasonsOf({ ...attestation, [member]: value })).not.toEqual([])
    }),
    { numRuns: 500 },
  )
})
