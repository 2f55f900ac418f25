import { type Sha256, canonicalJson, portableSha256, toHex } from '@outturn/canonical'
import type { DetachableMember, OutcomeReceipt, ReceiptBody } from './outcome-receipt.ts'

/** The id that a canonical body (without id and detachable members) has. */
export function receiptIdOf(bodyText: string, sha256: Sha256 = portableSha256): string {
  return `ocr_${toHex(sha256(bodyText)).slice(0, 24)}`
}

/** Ends the compilation where a member beside the body is left in it. */
type BodyAlone = ReceiptBody & {
  readonly [Name in DetachableMember | 'id' | 'signing_key_id' | 'signature']?: never
}

/** The signed body of a received receipt: everything but its id and the detachable members. */
export function bodyOfReceipt(receipt: OutcomeReceipt): ReceiptBody {
  const {
    id: _id,
    signing_key_id: _keyId,
    signature: _signature,
    unit_results: _results,
    unit_disclosures: _disclosures,
    log_proof: _logProof,
    status_proof: _statusProof,
    extensions: _extensions,
    ...body
  } = receipt
  return body satisfies BodyAlone
}

/** The text a receipt's signature is over, whatever id the receipt claims: its canonical body with that id. */
export function signedReceiptText(receipt: OutcomeReceipt): string {
  return canonicalJson({ ...bodyOfReceipt(receipt), id: receipt.id })
}
