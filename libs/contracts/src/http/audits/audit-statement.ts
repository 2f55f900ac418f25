import { AuditId, Sha256Digest, Timestamp } from '@outturn/agreement'
import { auditKinds, environments } from '@outturn/vocabulary'
import { z } from 'zod'

/** Signed statement of an audit: digests of what was read and found, and nothing of the files. */
export const AuditStatement = z
  .strictObject({
    schema: z
      .string()
      .meta({ description: 'Schema of this document.', examples: ['outturn/audit-statement@1'] }),
    environment: z.enum(environments).describe('Environment whose key signed it.'),
    audit_id: AuditId.describe('ID of the audit.'),
    kind: z.enum(auditKinds).describe('Kind of the audit.'),
    inputs: z
      .record(z.string(), Sha256Digest)
      .describe('Digests of the inputs, by their names in the result.'),
    result_digest: Sha256Digest.describe('Digest of the result.'),
    currency: z
      .string()
      .nullable()
      .meta({ description: 'Currency of the sums.', examples: ['USD'] }),
    totals: z
      .record(z.string(), z.int())
      .meta({ description: 'Sums of the result, by their names.', examples: [{ supported_cents: 99 }] }),
    engine_version: z
      .string()
      .meta({ description: 'Version of the rules of the audit.', examples: ['1.0.0'] }),
    issued_at: Timestamp.describe('Time of the signature.'),
    signing_key_id: z
      .string()
      .meta({ description: 'ID of the attestation key that signed it.', examples: ['k1_…'] }),
    signature: z.string().meta({
      description: 'Ed25519 signature over the canonical JSON of the statement without it, in base64url.',
      examples: ['…'],
    }),
  })
  .meta({ id: 'AuditStatement', description: 'Signed statement of the audit, if `sign` was sent.' })
