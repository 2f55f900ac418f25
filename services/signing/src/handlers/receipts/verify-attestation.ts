import { nodeSuite } from '@outturn/canonical/node'
import {
  type AttestationBody,
  Refusal,
  unprocessable,
  type verifyAttestation as verifyAttestationCommand,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool, type Pool } from '@outturn/postgres'
import { parseKeyDocument, verifyAttestation } from '@outturn/receipt-verifier'
import type { SigningDeps } from '../../deps.ts'
import { isSignedHere, reasonsOfStatus } from '../../domain/receipts/attested-status.ts'
import { statusOf } from '../../domain/receipts/receipt-status.ts'
import { findKeyDocument } from '../../store/key-store.ts'
import { findAttestedReceipt } from '../../store/receipt-store.ts'
import { findReceiptState } from '../../store/status-store.ts'

/**
 * Judges an attestation by the keys that this environment publishes, as anyone who pins them would, and then by what became
 * of its receipt, which only its signer knows.
 */
export function handleVerifyAttestation({
  db,
  pool,
  environment,
  floor,
}: SigningDeps): Handler<typeof verifyAttestationCommand> {
  return async ({ attestation }, { now }) => {
    floor.assertNotRestored()
    const document = await findKeyDocument(db)
    const trustSet = document === null ? null : parseKeyDocument(JSON.parse(document.text))
    if (trustSet === null || trustSet.attestations[environment].length === 0) {
      throw new Refusal('trusted_key_unavailable', 'This environment has no key for attestations.')
    }
    const verdict = verifyAttestation(attestation, { trustSet, environment, now, suite: nodeSuite })
    if (verdict.reasons.includes('malformed_attestation')) {
      throw unprocessable('attestation', 'This is not an attestation.', { reason: 'malformed_attestation' })
    }
    const since = isSignedHere(verdict.reasons) ? await reasonsSince(pool, attestation) : []
    return {
      valid: verdict.valid && since.length === 0,
      environment,
      reasons: [...verdict.reasons, ...since],
      checked_at: now.toISOString(),
    }
  }
}

/** What was decided of its receipt after the attestation was signed. */
async function reasonsSince(pool: Pool, attestation: AttestationBody): Promise<readonly string[]> {
  const receiptId = await findAttestedReceipt(onPool(pool), attestation)
  const became = receiptId === null ? null : await findReceiptState(onPool(pool), receiptId)
  return became === null ? [] : reasonsOfStatus(statusOf(became.changes))
}
