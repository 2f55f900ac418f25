import { type CryptoSuite, portableSuite } from '@outturn/canonical'
import type { Environment } from '@outturn/vocabulary'
import { findSigner, type SignerFindings } from '../keys/signer-findings.ts'
import type { TrustSet } from '../keys/trust-set.ts'
import { slugOfSchemaId } from '../preimages/schema-id.ts'
import { type AuditStatement, auditStatementShape, signedAuditText } from './audit-statement.ts'

export interface VerifyAuditStatementOptions {
  /** From `parseKeyDocument`. */
  readonly trustSet: TrustSet
  /** The environment the statement must be of, by default `production`. */
  readonly environment?: Environment
  /** The `result_digest` of the result it belongs to, when the caller holds that. */
  readonly resultDigest?: string
  /** By default the portable one. */
  readonly suite?: CryptoSuite
}

/** Every reason for which an audit statement can be invalid, in the order in which verdicts list them. */
export const auditStatementReasons = [
  'malformed_statement',
  'environment_mismatch',
  'trusted_key_unavailable',
  'untrusted_signing_key',
  'signing_key_id_mismatch',
  'invalid_signature',
  'result_digest_mismatch',
] as const

export type AuditStatementReason = (typeof auditStatementReasons)[number]

export interface AuditStatementVerdict {
  readonly valid: boolean
  readonly reasons: readonly AuditStatementReason[]
}

/** Verifies a signed audit statement by the given keys. Never throws for any statement. */
export function verifyAuditStatement(
  statement: unknown,
  options: VerifyAuditStatementOptions,
): AuditStatementVerdict {
  if (auditStatementShape(statement, '') !== undefined)
    return { valid: false, reasons: ['malformed_statement'] }
  const given = statement as AuditStatement
  if (slugOfSchemaId(given.schema, 'audit-statement') === undefined) {
    return { valid: false, reasons: ['malformed_statement'] }
  }
  const { environment = 'production', resultDigest = given.result_digest } = options
  const found = new Set<AuditStatementReason>(signerReasons(given, options))
  if (given.environment !== environment) found.add('environment_mismatch')
  if (given.result_digest !== resultDigest) found.add('result_digest_mismatch')
  const reasons = auditStatementReasons.filter((reason) => found.has(reason))
  return { valid: reasons.length === 0, reasons }
}

const questions: readonly (readonly [AuditStatementReason, keyof Omit<SignerFindings, 'isRetiring'>])[] = [
  ['untrusted_signing_key', 'trust'],
  ['signing_key_id_mismatch', 'keyId'],
  ['invalid_signature', 'signature'],
]

function signerReasons(
  statement: AuditStatement,
  { trustSet, suite = portableSuite }: VerifyAuditStatementOptions,
): AuditStatementReason[] {
  const keys = trustSet.attestations[statement.environment]
  if (keys.length === 0) return ['trusted_key_unavailable']
  const signed = {
    text: signedAuditText(statement),
    signingKeyId: statement.signing_key_id,
    signature: statement.signature,
    signedAt: new Date(statement.issued_at),
  }
  const signer = findSigner(signed, keys, suite)
  return questions.filter(([, question]) => signer[question].status === 'failed').map(([reason]) => reason)
}
