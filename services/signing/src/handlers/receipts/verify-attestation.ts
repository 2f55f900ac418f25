import { nodeSuite } from '@outturn/canonical/node'
import {
  Refusal,
  unprocessable,
  type verifyAttestation as verifyAttestationCommand,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { parseKeyDocument, verifyAttestation } from '@outturn/receipt-verifier'
import type { SigningDeps } from '../../deps.ts'
import { findKeyDocument } from '../../store/key-store.ts'

/** Judges an attestation by the keys that this environment publishes, as anyone who pins them would. */
export function handleVerifyAttestation({
  db,
  environment,
}: SigningDeps): Handler<typeof verifyAttestationCommand> {
  return async ({ attestation }, { now }) => {
    const document = await findKeyDocument(db)
    const trustSet = document === null ? null : parseKeyDocument(JSON.parse(document.text))
    if (trustSet === null || trustSet.attestations[environment].length === 0) {
      throw new Refusal('trusted_key_unavailable', 'This environment has no key for attestations.')
    }
    const verdict = verifyAttestation(attestation, { trustSet, environment, now, suite: nodeSuite })
    if (verdict.reasons.includes('malformed_attestation')) {
      throw unprocessable('attestation', 'This is not an attestation.', { reason: 'malformed_attestation' })
    }
    return {
      valid: verdict.valid,
      environment,
      reasons: [...verdict.reasons],
      checked_at: now.toISOString(),
    }
  }
}
