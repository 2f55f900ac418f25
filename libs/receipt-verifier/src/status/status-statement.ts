import { canonicalJson } from '@outturn/canonical'
import type { StatusProof } from '../receipt/outcome-receipt.ts'

/** The text a status statement's signature is over: the canonical statement without its signature. */
export function signedStatusText(statement: Omit<StatusProof, 'signature'>): string {
  return canonicalJson({
    schema: statement.schema,
    receipt_id: statement.receipt_id,
    status: statement.status,
    issued_at: statement.issued_at,
    expires_at: statement.expires_at,
    signing_key_id: statement.signing_key_id,
  })
}
