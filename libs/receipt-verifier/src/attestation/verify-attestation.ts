import { type CryptoSuite, portableSuite } from '@outturn/canonical'
import type { Environment } from '@outturn/vocabulary'
import { signedAttestationText, verificationDigest } from './attestation-preimage.ts'
import { type SignerFindings, findSigner } from '../keys/signer-findings.ts'
import type { TrustSet } from '../keys/trust-set.ts'
import { scaledAmount } from '../receipt/decimal-amount.ts'
import { decimal, prefixedDigest } from '../shape.ts'
import type { Attestation } from './attestation.ts'
import { attestationShape } from './attestation.ts'

const CLOCK_SKEW_MS = 60_000

export interface VerifyAttestationOptions {
  /** From `parseKeyDocument`. */
  readonly trustSet: TrustSet
  readonly now: Date
  /** The environment the attestation must be of, by default `production`. */
  readonly environment?: Environment
  /** The evidence root of the receipt it belongs to, when the caller holds that. */
  readonly evidenceRoot?: string
  /** By default the portable one. */
  readonly suite?: CryptoSuite
}

/** Every reason for which an attestation can be invalid, in the order in which verdicts list them. */
export const attestationReasons = [
  'malformed_attestation',
  'environment_mismatch',
  'trusted_key_unavailable',
  'untrusted_signing_key',
  'signing_key_id_mismatch',
  'invalid_signature',
  'invalid_verification_digest',
  'invalid_evidence_digest',
  'not_yet_valid',
  'expired',
  'approved_exceeds_maximum',
  'amount_malformed',
] as const

export type AttestationReason = (typeof attestationReasons)[number]

export interface AttestationVerdict {
  readonly valid: boolean
  /** Null when the attestation is malformed. */
  readonly environment: Environment | null
  readonly reasons: readonly AttestationReason[]
}

/** Verifies an attestation by the given keys and time, with 60 s for clocks that differ. Never throws for any attestation. */
export function verifyAttestation(
  attestation: unknown,
  options: VerifyAttestationOptions,
): AttestationVerdict {
  if (attestationShape(attestation, '') !== undefined) {
    return { valid: false, environment: null, reasons: ['malformed_attestation'] }
  }
  const given = attestation as Attestation
  const found = new Set([
    ...environmentReasons(given, options),
    ...signerReasons(given, options),
    ...digestReasons(given, options),
    ...timeReasons(given, options),
    ...amountReasons(given),
  ])
  const reasons = attestationReasons.filter((reason) => found.has(reason))
  return { valid: reasons.length === 0, environment: given.environment, reasons }
}

function environmentReasons(
  { environment }: Attestation,
  options: VerifyAttestationOptions,
): AttestationReason[] {
  const { environment: expected = 'production' } = options
  return environment === expected ? [] : ['environment_mismatch']
}

function signerReasons(attestation: Attestation, options: VerifyAttestationOptions): AttestationReason[] {
  const keys = options.trustSet.attestations[attestation.environment]
  if (keys.length === 0) return ['trusted_key_unavailable']
  const signed = {
    text: signedAttestationText(attestation),
    signingKeyId: attestation.signingKeyId,
    signature: attestation.signature,
    signedAt: new Date(attestation.issuedAt),
  }
  const signer = findSigner(signed, keys, options.suite ?? portableSuite)
  const reasons: [AttestationReason, keyof Omit<SignerFindings, 'isRetiring'>][] = [
    ['untrusted_signing_key', 'trust'],
    ['signing_key_id_mismatch', 'keyId'],
    ['invalid_signature', 'signature'],
  ]
  return reasons.filter(([, question]) => signer[question].status === 'failed').map(([reason]) => reason)
}

function digestReasons(attestation: Attestation, options: VerifyAttestationOptions): AttestationReason[] {
  const { sha256 } = options.suite ?? portableSuite
  const reasons: AttestationReason[] = []
  if (verificationDigest(attestation, sha256) !== attestation.verificationDigest) {
    reasons.push('invalid_verification_digest')
  }
  const isDigest = prefixedDigest()(attestation.evidenceDigest, '') === undefined
  const isOfReceipt =
    options.evidenceRoot === undefined || attestation.evidenceDigest === `sha256:${options.evidenceRoot}`
  if (!isDigest || !isOfReceipt) reasons.push('invalid_evidence_digest')
  return reasons
}

function timeReasons(
  { issuedAt, expiresAt }: Attestation,
  { now }: VerifyAttestationOptions,
): AttestationReason[] {
  const reasons: AttestationReason[] = []
  if (Date.parse(issuedAt) > now.getTime() + CLOCK_SKEW_MS) reasons.push('not_yet_valid')
  if (Date.parse(expiresAt) < now.getTime() - CLOCK_SKEW_MS) reasons.push('expired')
  return reasons
}

function amountReasons({ approvedAmount, maximumAmount }: Attestation): AttestationReason[] {
  const isDecimal = (amount: string) => decimal()(amount, '') === undefined
  if (!isDecimal(approvedAmount) || !isDecimal(maximumAmount)) return ['amount_malformed']
  return scaledAmount(approvedAmount) > scaledAmount(maximumAmount) ? ['approved_exceeds_maximum'] : []
}
