import { type Sha256, canonicalJson, digestOf, portableSha256 } from '@outturn/canonical'
import type { Attestation } from './attestation.ts'

/** An attestation before it is signed; the shape of its condition results is the contract's. */
export type UnsignedAttestation = Omit<Attestation, 'signature' | 'conditionResults'> & {
  readonly conditionResults: readonly object[]
}

const verdictMembers = [
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
] as const

/** The verdict members of an attestation, which its verification digest binds. */
export type AttestedVerdict = Pick<UnsignedAttestation, (typeof verdictMembers)[number]>

/** The `verificationDigest` of a verdict: `sha256:` and 64 hexadecimal digits. */
export function verificationDigest(verdict: AttestedVerdict, sha256: Sha256 = portableSha256): string {
  const preimage = Object.fromEntries(verdictMembers.map((member) => [member, verdict[member]]))
  return `sha256:${digestOf(canonicalJson(preimage), sha256)}`
}

/** The text an attestation's signature is over: the canonical attestation without its signature. */
export function signedAttestationText(attestation: UnsignedAttestation & { signature?: string }): string {
  const { signature: _, ...signed } = attestation
  return canonicalJson(signed)
}
