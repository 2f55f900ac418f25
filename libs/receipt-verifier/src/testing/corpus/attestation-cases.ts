import type { Ed25519Signer } from '@outturn/canonical/node'
import type { Attestation } from '../../attestation/attestation.ts'
import { type AttestationReason, attestationReasons } from '../../attestation/verify-attestation.ts'
import { signedAttestationText, verificationDigest } from '../../attestation/attestation-preimage.ts'
import { keyDocument, published, signers } from '../issuers.ts'
import { SeededRandom } from '../seeded-random.ts'
import { type AttestationCase, corpusNow } from './corpus-case.ts'
import { placesOf, replacedAt, without } from './json-edit.ts'

const random = new SeededRandom('attestations')
const root = random.hex64()
const { attestationProduction: signer, attestationDemo, production, stranger } = signers

type Unsigned = Omit<Attestation, 'signingKeyId' | 'signature'>

const verdict: Omit<Unsigned, 'verificationDigest'> = {
  id: random.id('att_'),
  environment: 'production',
  spoolId: random.id('spl_'),
  compilationVersion: '1.0.0',
  verificationPlanVersion: '1',
  result: 'partial',
  approvedAmount: '4.00',
  maximumAmount: '5.00',
  assetOrCurrency: 'USD',
  payerPartyId: random.id('pty_'),
  providerPartyId: random.id('pty_'),
  conditionResults: [
    { conditionId: random.id('cond_'), result: 'partial', method: 'deterministic', requirement: 'mandatory' },
  ],
  evidenceDigest: `sha256:${root}`,
  issuedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-08T00:00:00.000Z',
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
  providerDestination: 'wallet:eip155:42431:0xabc',
}

/** The attestation with members replaced, and then its digest and signature made over them. */
function issued(change: Partial<Unsigned> = {}, by: Ed25519Signer = signer): Attestation {
  const changed = { ...verdict, ...change }
  const unsigned = {
    verificationDigest: verificationDigest(changed),
    ...changed,
    signingKeyId: by.keyId,
  }
  return { ...unsigned, signature: by.sign(signedAttestationText(unsigned)) }
}

const whole = issued()
const misnamed = { ...signer, keyId: stranger.keyId }
const digest = `sha256:${'0'.repeat(64)}`

function attestationCase(
  name: string,
  attestation: unknown,
  reasons: readonly AttestationReason[] = [],
  options: Partial<AttestationCase> = {},
): AttestationCase {
  const ordered = attestationReasons.filter((reason) => reasons.includes(reason))
  return {
    name,
    attestation,
    keys: 'main',
    now: corpusNow,
    ...options,
    expect: { valid: ordered.length === 0, reasons: ordered },
  }
}

const malformed = ['malformed_attestation'] as const

/** Attestations: valid, with each reason and several, under keys in other states, and malformed. */
export function attestationCases(): AttestationCase[] {
  const keyed = (change: object) =>
    keyDocument({ attestations: { production: [{ ...published(signer), ...change }], demo: [] } })
  const swapped = keyDocument({
    attestations: { production: [published(signer), published(stranger)], demo: [] },
  })
  const expired = { now: '2026-01-08T00:01:00.001Z' }
  const { providerDestination: _, ...bare } = verdict
  return [
    attestationCase('valid', whole),
    attestationCase('valid, of the expected environment and evidence', whole, [], {
      environment: 'production',
      evidence_root: root,
    }),
    attestationCase('valid, without a destination', issued(bare)),
    attestationCase('valid, demo', issued({ environment: 'demo' }, attestationDemo), [], {
      environment: 'demo',
    }),
    attestationCase('demo, where none was asked for', issued({ environment: 'demo' }, attestationDemo), [
      'environment_mismatch',
    ]),
    attestationCase(
      'valid, amounts of different precision',
      issued({ approvedAmount: '5', maximumAmount: '5.000' }),
    ),
    attestationCase('valid at its last moment', whole, [], { now: '2026-01-08T00:01:00.000Z' }),
    attestationCase('valid from a minute before', whole, [], { now: '2025-12-31T23:59:00.000Z' }),
    attestationCase('too early', whole, ['not_yet_valid'], { now: '2025-12-31T23:58:59.999Z' }),
    attestationCase('too late', whole, ['expired'], expired),
    attestationCase('of another environment', whole, ['environment_mismatch'], { environment: 'demo' }),
    attestationCase('without trusted keys', whole, ['trusted_key_unavailable'], {
      keys: keyDocument({ attestations: { production: [], demo: [] } }),
    }),
    attestationCase('by a stranger', issued({}, stranger), ['untrusted_signing_key']),
    attestationCase('by a key of receipts', issued({}, production), ['untrusted_signing_key']),
    attestationCase('by a revoked key', whole, ['untrusted_signing_key'], {
      keys: keyed({ status: 'revoked' }),
    }),
    attestationCase('by a key that was retired', whole, ['untrusted_signing_key'], {
      keys: keyed({ status: 'retired', retired_at: '2025-06-01T00:00:00.000Z' }),
    }),
    attestationCase('under a misnamed key', issued({}, misnamed), ['signing_key_id_mismatch'], {
      keys: keyed({ key_id: misnamed.keyId }),
    }),
    attestationCase(
      'with the name of another key',
      { ...whole, signingKeyId: stranger.keyId },
      ['invalid_signature'],
      {
        keys: swapped,
      },
    ),
    attestationCase('with another signature', { ...whole, signature: issued({ nonce: 'x' }).signature }, [
      'invalid_signature',
    ]),
    attestationCase('with an empty signature', { ...whole, signature: '' }, ['invalid_signature']),
    attestationCase('with another digest', issued({ verificationDigest: digest }), [
      'invalid_verification_digest',
    ]),
    attestationCase('with a digest that is none', issued({ verificationDigest: '' }), [
      'invalid_verification_digest',
    ]),
    attestationCase('of other evidence', whole, ['invalid_evidence_digest'], {
      evidence_root: '0'.repeat(64),
    }),
    attestationCase('with an evidence digest that is none', issued({ evidenceDigest: root }), [
      'invalid_evidence_digest',
    ]),
    attestationCase('approving too much', issued({ approvedAmount: '5.000000000000000001' }), [
      'approved_exceeds_maximum',
    ]),
    ...['', '-1', '1.', '01', '1e2', '١', '1.00\n'].map((approvedAmount) =>
      attestationCase(`approving ${JSON.stringify(approvedAmount)}`, issued({ approvedAmount }), [
        'amount_malformed',
      ]),
    ),
    attestationCase(
      'everything at once',
      { ...whole, approvedAmount: '9', evidenceDigest: 'x' },
      [
        'environment_mismatch',
        'invalid_signature',
        'invalid_verification_digest',
        'invalid_evidence_digest',
        'expired',
        'approved_exceeds_maximum',
      ],
      { environment: 'demo', ...expired },
    ),
    ...tampered(),
    ...malformedAttestations(),
  ]
}

function tampered(): AttestationCase[] {
  const signedOnly = ['id', 'issuedAt', 'expiresAt', 'nonce', 'providerDestination']
  const forms: Readonly<Record<string, unknown>> = {
    id: `att_${'0'.repeat(24)}`,
    spoolId: `spl_${'0'.repeat(24)}`,
    result: 'pass',
    issuedAt: '2026-01-01T00:00:00.001Z',
    expiresAt: '2027-01-01T00:00:00.000Z',
    conditionResults: [],
    evidenceDigest: digest,
    approvedAmount: '4.01',
    maximumAmount: '6.00',
  }
  const kept = ['environment', 'signingKeyId', 'signature', 'verificationDigest']
  return Object.keys(whole)
    .filter((name) => !kept.includes(name))
    .map((name) =>
      attestationCase(
        `tampered: ${name}`,
        { ...whole, [name]: forms[name] ?? 'another' },
        signedOnly.includes(name)
          ? ['invalid_signature']
          : ['invalid_signature', 'invalid_verification_digest'],
      ),
    )
}

function malformedAttestations(): AttestationCase[] {
  const places = placesOf(whole).slice(1)
  const members = places.filter(([path]) => !path.endsWith('.0') && path !== 'providerDestination')
  return [
    ...members.map(([path]) => attestationCase(`without ${path}`, without(whole, path), malformed)),
    ...places.map(([path, value]) => {
      const other = typeof value === 'string' || Array.isArray(value) ? 7 : 'text'
      return attestationCase(
        `another type of ${path}`,
        replacedAt(whole, path, () => other),
        malformed,
      )
    }),
    attestationCase('a stranger', { ...whole, extra: 1 }, malformed),
    ...[null, [], 'text', {}].map((value) =>
      attestationCase(`no attestation: ${JSON.stringify(value)}`, value, malformed),
    ),
  ]
}
