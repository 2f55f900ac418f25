import { AuditId, Sha256Digest, Timestamp } from '@outturn/agreement'
import { auditKinds } from '@outturn/vocabulary'
import { z } from 'zod'
import { AuditStatement } from '../http/audits/audit-statement.ts'
import { defineQuery } from '../operation.ts'

/**
 * Signs what an audit read and found, by digests alone. It stores nothing: the same audit at the same time under the same key is the same
 * statement.
 */
export const signAuditStatement = defineQuery('signing.sign-audit-statement', {
  input: z.strictObject({
    auditId: AuditId,
    kind: z.enum(auditKinds),
    inputs: z.record(z.string(), Sha256Digest),
    resultDigest: Sha256Digest,
    currency: z.string().nullable(),
    totals: z.record(z.string(), z.int()),
    engineVersion: z.string(),
    issuedAt: Timestamp,
  }),
  output: z.strictObject({ statement: AuditStatement }),
  refuses: ['configuration_unavailable'],
  sentBy: ['document-audit'],
})
