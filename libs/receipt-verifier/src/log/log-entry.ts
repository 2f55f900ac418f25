import { type Sha256, canonicalJson, digestOf, portableSha256 } from '@outturn/canonical'
import { schemaId } from '../preimages/schema-id.ts'

/** One leaf of a log. It names nothing: only who has the id and the text of a thing can tell that a leaf is about it. */
export interface LogEntry {
  readonly kind: 'receipt' | 'status' | 'key_document' | 'key' | 'succession'
  /** From {@link logSubject}. */
  readonly subject: string
  /** SHA-256 of what is logged of the subject, 64 hexadecimal digits. */
  readonly digest: string
}

/** What the log holds of a receipt: which text was signed. */
export interface LoggedReceipt {
  readonly receiptId: string
  /** SHA-256 of the signed text, 64 hexadecimal digits. */
  readonly receiptDigest: string
}

/**
 * The name of a thing in a public log: a digest of its id. The id of a receipt is a capability, 96 bits that its readers
 * were given, so a log that anyone reads must not spell it out.
 */
export function logSubject(slug: string, id: string, sha256: Sha256 = portableSha256): string {
  return digestOf(`${schemaId(slug, 'log-subject')}:${id}`, sha256)
}

/** Canonical text of a leaf. */
export function logEntryText({ kind, subject, digest }: LogEntry): string {
  return canonicalJson({ kind, subject, digest })
}

/** The leaf of a receipt in its log. */
export function receiptLeafText(
  slug: string,
  { receiptId, receiptDigest }: LoggedReceipt,
  sha256: Sha256 = portableSha256,
): string {
  return logEntryText({
    kind: 'receipt',
    subject: logSubject(slug, receiptId, sha256),
    digest: receiptDigest,
  })
}
