import { type signAuditStatement, unavailable } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { schemaId, signedAuditText } from '@outturn/receipt-verifier/issuing'
import type { SigningDeps } from '../../deps.ts'

/** Signs a statement of an audit with the key for attestations; the signature is confirmed with the store before it is given out. */
export function handleSignAuditStatement({
  environment,
  slug,
  signers,
  isOff,
}: SigningDeps): Handler<typeof signAuditStatement> {
  return async (audit) => {
    const signer = isOff ? null : signers.attestation
    if (signer === null) {
      throw unavailable('No key for attestations is active, which signs statements of audits.', {
        retryAfterSeconds: 30,
        remediation: 'Send the request without `sign`, or again later under the same idempotency key.',
      })
    }
    const unsigned = {
      schema: schemaId(slug, 'audit-statement'),
      environment,
      audit_id: audit.auditId,
      kind: audit.kind,
      inputs: audit.inputs,
      result_digest: audit.resultDigest,
      currency: audit.currency,
      totals: audit.totals,
      engine_version: audit.engineVersion,
      issued_at: audit.issuedAt,
      signing_key_id: signer.keyId,
    }
    return { statement: { ...unsigned, signature: await signer.sign(signedAuditText(unsigned)) } }
  }
}
