import type { ReceiptStatusName } from '@outturn/vocabulary'

/** Reasons that the keys give against an attestation which no key of this environment has signed as it is. */
const foreign: readonly string[] = [
  'environment_mismatch',
  'trusted_key_unavailable',
  'untrusted_signing_key',
  'signing_key_id_mismatch',
  'invalid_signature',
]

/** Whether an attestation is one that was signed here; of any other nothing is said beyond that. */
export function isSignedHere(reasons: readonly string[]): boolean {
  return !reasons.some((reason) => foreign.includes(reason))
}

/** Why an attestation counts no more after what became of its receipt. */
export function reasonsOfStatus(status: ReceiptStatusName): readonly ('superseded' | 'revoked')[] {
  switch (status) {
    case 'active':
      return []
    case 'corrected':
      return ['superseded']
    case 'revoked':
      return ['revoked']
    default:
      return status satisfies never
  }
}
