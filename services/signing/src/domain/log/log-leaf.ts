import { slugOfSchemaId } from '@outturn/receipt-verifier/issuing'
import {
  keyDocumentLeafText,
  type LoggedKey,
  type LoggedStatus,
  statusLeafText,
} from '@outturn/transparency-log'
import type { KeyDocument } from '@outturn/contracts'

/** A leaf that has no place in the log yet. */
export type LogLeaf = {
  readonly kind: 'receipt' | 'status' | 'key_document'
  /** What it tells of: the id of a receipt, or the version of a key document. */
  readonly subject: string
  /** The text that is hashed and published. */
  readonly entry: string
}

/** The leaf of a change of a receipt's status; record it in the transaction of the change. */
export function statusLeaf(slug: string, change: LoggedStatus): LogLeaf {
  return { kind: 'status', subject: change.receiptId, entry: statusLeafText(slug, change) }
}

/** The leaf of a version of the key document; record it in the transaction that publishes the document. */
export function keyDocumentLeaf(published: { version: number; text: string; hash: string }): LogLeaf {
  const document = JSON.parse(published.text) as KeyDocument
  const entry = keyDocumentLeafText(slugOf(document), {
    version: published.version,
    documentHash: published.hash,
    keys: keysIn(document),
  })
  return { kind: 'key_document', subject: String(published.version), entry }
}

const purposeOf = {
  receipts: 'receipt',
  attestations: 'attestation',
  status: 'status',
  exports: 'export',
} as const

function keysIn(document: KeyDocument): LoggedKey[] {
  return Object.entries(purposeOf).flatMap(([ring, purpose]) => {
    const { production, demo } = document[ring as keyof typeof purposeOf] ?? { production: [], demo: [] }
    return [...production, ...demo].map(({ key_id, status }) => ({ key_id, purpose, status }))
  })
}

function slugOf({ schema }: KeyDocument): string {
  const slug = slugOfSchemaId(schema, 'key-document')
  if (slug === undefined) throw new Error(`${schema} is not the schema of a key document`)
  return slug
}
