import { canonicalJson } from '@outturn/canonical'
import { schemaId } from '@outturn/receipt-verifier/issuing'

/** A change of a receipt's online status, as the log holds it. */
export interface LoggedStatus {
  readonly receiptId: string
  readonly status: 'active' | 'corrected' | 'revoked'
  /** RFC 3339 in UTC with three fractional digits. */
  readonly changedAt: string
  /** The receipt that takes its place, if one does. */
  readonly replacementReceiptId: string | null
}

/** The keys that a key document publishes, as the log holds it. */
export interface LoggedKeyDocument {
  readonly version: number
  /** SHA-256 of the document's text, 64 hexadecimal digits. */
  readonly documentHash: string
  readonly keys: readonly LoggedKey[]
}

export interface LoggedKey {
  readonly key_id: string
  readonly purpose: string
  readonly status: string
}

/** The leaf of a status change: which receipt, what it became and when; not why. */
export function statusLeafText(slug: string, logged: LoggedStatus): string {
  return canonicalJson({
    schema: schemaId(slug, 'log-leaf'),
    kind: 'status',
    receipt_id: logged.receiptId,
    status: logged.status,
    changed_at: logged.changedAt,
    replacement_receipt_id: logged.replacementReceiptId,
  })
}

/** The leaf of a version of the key document. */
export function keyDocumentLeafText(slug: string, logged: LoggedKeyDocument): string {
  return canonicalJson({
    schema: schemaId(slug, 'log-leaf'),
    kind: 'key_document',
    version: logged.version,
    document_hash: logged.documentHash,
    keys: logged.keys.map(({ key_id, purpose, status }) => ({ key_id, purpose, status })),
  })
}
