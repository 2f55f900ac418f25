import type { ReceiptStatusV1 } from '@outturn/contracts'
import { schemaId, signedStatusText } from '@outturn/receipt-verifier'
import type { Signer } from './signer.ts'

/** How long a signed status may be relied on without asking again. */
const statusProofTtlMs = 24 * 60 * 60 * 1_000

/** The answer about an id that names no receipt here. */
export function unknownStatus(receiptId: string, now: Date): ReceiptStatusV1 {
  return {
    receipt_id: receiptId,
    status: 'unknown',
    advisories: [],
    checked_at: now.toISOString(),
    state: 'unknown',
  }
}

/** The status of an issued receipt, with a statement that can be stapled to it while a status key is loaded. */
export function issuedStatus(
  receiptId: string,
  { slug, signer, now }: { slug: string; signer: Signer | null; now: Date },
): ReceiptStatusV1 {
  const status = {
    receipt_id: receiptId,
    status: 'active',
    advisories: [],
    checked_at: now.toISOString(),
    state: 'current',
  } as const satisfies ReceiptStatusV1
  if (signer === null) return { ...status, advisories: [] }
  const statement = {
    schema: schemaId(slug, 'status'),
    receipt_id: receiptId,
    status: status.status,
    issued_at: now.toISOString(),
    expires_at: new Date(now.getTime() + statusProofTtlMs).toISOString(),
    signing_key_id: signer.keyId,
  }
  const proof = { ...statement, signature: signer.sign(signedStatusText(statement)) }
  return { ...status, advisories: [], status_proof: proof }
}
