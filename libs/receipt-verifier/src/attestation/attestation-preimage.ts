import { type Sha256, canonicalJson, digestOf, portableSha256 } from '@outturn/canonical'
import type { Attestation } from './attestation.ts'

/** An attestation before it is signed; the shape of its condition results is the contract's. */
export type UnsignedAttestation = Omit<Attestation, 'signature' | 'conditionResults'> & {
  readonly conditionResults: readonly object[]
}

/** The verdict members of an attestation, which its verification digest binds. */
export type AttestedVerdict = Pick<
  UnsignedAttestation,
  | 'spoolId'
  | 'compilationVersion'
  | 'verificationPlanVersion'
  | 'result'
  | 'approvedAmount'
  | 'maximumAmount'
  | 'assetOrCurrency'
  | 'payerPartyId'
  | 'providerPartyId'
  | 'conditionResults'
  | 'evidenceDigest'
>

/** The `verificationDigest` of a verdict: `sha256:` and 64 hexadecimal digits. */
export function verificationDigest(verdict: AttestedVerdict, sha256: Sha256 = portableSha256): string {
  const preimage = canonicalJson({
    spoolId: verdict.spoolId,
    compilationVersion: verdict.compilationVersion,
    verificationPlanVersion: verdict.verificationPlanVersion,
    result: verdict.result,
    approvedAmount: verdict.approvedAmount,
    maximumAmount: verdict.maximumAmount,
    assetOrCurrency: verdict.assetOrCurrency,
    payerPartyId: verdict.payerPartyId,
    providerPartyId: verdict.providerPartyId,
    conditionResults: verdict.conditionResults,
    evidenceDigest: verdict.evidenceDigest,
  })
  return `sha256:${digestOf(preimage, sha256)}`
}

/** The text an attestation's signature is over: the canonical attestation without its signature. */
export function signedAttestationText(attestation: UnsignedAttestation & { signature?: string }): string {
  const { signature: _, ...signed } = attestation
  return canonicalJson(signed)
}
