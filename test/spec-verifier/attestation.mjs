// docs/spec/attestation.md: the lower-level signed verdict.
import { jcs } from './canonical-json.mjs'
import {
  anyText,
  decimal,
  digest,
  exact,
  exactly,
  id,
  list,
  ms,
  namesOf,
  pick,
  text,
  time,
  without,
} from './forms.mjs'
import { digestOf } from './hashing.mjs'
import { judgeSignature } from './key-document.mjs'
import { conditionId, conditionOutcome, environment, requirement, result } from './receipt-words.mjs'

const ATTESTED = [
  'spoolId',
  'compilationVersion',
  'verificationPlanVersion',
  'result',
  'approvedAmount',
  'maximumAmount',
  'assetOrCurrency',
  'payerPartyId',
  'providerPartyId',
  'conditionResults',
  'evidenceDigest',
]
const attestationForm = exact({
  id: id('att'),
  environment,
  spoolId: id('spl'),
  compilationVersion: text,
  verificationPlanVersion: text,
  result,
  approvedAmount: anyText,
  maximumAmount: anyText,
  assetOrCurrency: text,
  payerPartyId: text,
  providerPartyId: text,
  conditionResults: list(exact({ conditionId, result: conditionOutcome, method: text, requirement })),
  evidenceDigest: anyText,
  verificationDigest: anyText,
  issuedAt: time,
  expiresAt: time,
  nonce: text,
  signingKeyId: anyText,
  signature: anyText,
  'providerDestination?': text,
})
export function verifyAttestation(attestation, keys, { now, expected = 'production', evidenceRoot }) {
  if (!attestationForm(attestation)) return { valid: false, reasons: ['malformed_attestation'] }
  const { approvedAmount, maximumAmount, evidenceDigest, issuedAt, expiresAt } = attestation
  const keyRing = keys.attestations?.[attestation.environment] ?? []
  const signature = judgeSignature(
    keyRing,
    attestation.signingKeyId,
    attestation.signature,
    jcs(without(attestation, ['signature'])),
    issuedAt,
  )
  const amountsFormed = decimal(approvedAmount) && decimal(maximumAmount)
  const reasons = namesOf({
    environment_mismatch: attestation.environment !== expected,
    ...(keyRing.length === 0
      ? { trusted_key_unavailable: true }
      : {
          untrusted_signing_key: signature.untrusted_signing_key, // in this order here, other than for a receipt
          signing_key_id_mismatch: signature.signing_key_id_mismatch,
          invalid_signature: signature.invalid_signature,
        }),
    invalid_verification_digest:
      attestation.verificationDigest !== `sha256:${digestOf(pick(attestation, ATTESTED))}`,
    invalid_evidence_digest:
      !digest(evidenceDigest) || (evidenceRoot !== undefined && evidenceDigest !== `sha256:${evidenceRoot}`),
    not_yet_valid: ms(issuedAt) - ms(now) > 60_000,
    expired: ms(now) - ms(expiresAt) > 60_000,
    approved_exceeds_maximum: amountsFormed && exactly(approvedAmount) > exactly(maximumAmount),
    amount_malformed: !amountsFormed,
  })
  return { valid: reasons.length === 0, reasons }
}
