import { type Sha256, canonicalJson, digestOf, portableSha256 } from '@outturn/canonical'
import { logEntryText, logSubject } from '@outturn/receipt-verifier/issuing'

/** A change of a receipt's online status, as the log holds it. */
export interface LoggedStatus {
  readonly receiptId: string
  readonly status: 'active' | 'corrected' | 'revoked'
  /** RFC 3339 in UTC with three fractional digits. */
  readonly changedAt: string
  /** The receipt that takes its place, if one does. */
  readonly replacementReceiptId: string | null
}

/** A version of the key document, as the log holds it. */
export interface LoggedKeyDocument {
  readonly version: number
  /** SHA-256 of the document's text, 64 hexadecimal digits. */
  readonly documentHash: string
}

/** A key that a version of the key document publishes, as the log holds it. */
export interface LoggedKey {
  readonly key_id: string
  readonly purpose: string
  readonly status: string
}

/** The leaf of a status change, under the subject of its receipt: what became of it, when, and by which receipt; not why. */
export function statusLeafText(slug: string, logged: LoggedStatus, sha256: Sha256 = portableSha256): string {
  const { receiptId, status, changedAt, replacementReceiptId } = logged
  const change = {
    receipt_id: receiptId,
    status,
    changed_at: changedAt,
    replacement_receipt_id: replacementReceiptId,
  }
  return logEntryText({
    kind: 'status',
    subject: logSubject(slug, receiptId, sha256),
    digest: digestOf(canonicalJson(change), sha256),
  })
}

/** The leaf of a version of the key document; its subject is the number of the version. */
export function keyDocumentLeafText(
  slug: string,
  { version, documentHash }: LoggedKeyDocument,
  sha256: Sha256 = portableSha256,
): string {
  return logEntryText({
    kind: 'key_document',
    subject: logSubject(slug, String(version), sha256),
    digest: documentHash,
  })
}

/** The leaf of a key with the purpose and status that a version of the key document gives it. */
export function keyLeafText(
  slug: string,
  { key_id, purpose, status }: LoggedKey,
  sha256: Sha256 = portableSha256,
): string {
  return logEntryText({
    kind: 'key',
    subject: logSubject(slug, key_id, sha256),
    digest: digestOf(canonicalJson({ key_id, purpose, status }), sha256),
  })
}
