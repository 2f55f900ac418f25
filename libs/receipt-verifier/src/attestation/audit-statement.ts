import { canonicalJson } from '@outturn/canonical'
import { auditKinds, environments } from '@outturn/vocabulary'
import {
  type Shaped,
  anyText,
  exactObject,
  id,
  integer,
  mapOf,
  oneOf,
  orNull,
  prefixedDigest,
  text,
  time,
} from '../shape.ts'

/** What a service signs of an audit: the digests of what it read and of its result, and nothing of the files. */
export const auditStatementShape = exactObject({
  /** `<service>/audit-statement@1`. */
  schema: text(),
  environment: oneOf(...environments),
  audit_id: id('aud_'),
  kind: oneOf(...auditKinds),
  /** Digests of the inputs by their names, the mapping with its rules among them. */
  inputs: mapOf(text(), prefixedDigest()),
  /** Digest of the canonical JSON of the result without its id, this digest and the statement. */
  result_digest: prefixedDigest(),
  currency: orNull(text()),
  /** Sums of the result by their names: cents and counts. */
  totals: mapOf(text(), integer(Number.MIN_SAFE_INTEGER)),
  /** Version of the rules by which the result was computed. */
  engine_version: text(),
  issued_at: time(),
  signing_key_id: anyText(),
  signature: anyText(),
})
export interface AuditStatement extends Shaped<typeof auditStatementShape> {}

/** The text that the signature of a statement is over: the canonical statement without its signature. */
export function signedAuditText(
  statement: Omit<AuditStatement, 'signature'> & { signature?: string },
): string {
  const { signature: _, ...signed } = statement
  return canonicalJson(signed)
}
