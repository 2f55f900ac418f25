import { type LogEntry, slugOfSchemaId } from '@outturn/receipt-verifier/issuing'
import { nodeSha256 } from '@outturn/canonical/node'
import {
  keyDocumentLeafText,
  keyLeafText,
  type LoggedKey,
  type LoggedStatus,
  statusLeafText,
} from '@outturn/transparency-log'
import type { KeyDocument } from '@outturn/contracts'

/** A leaf that has no place in the log yet. */
export type LogLeaf = {
  readonly kind: LogEntry['kind']
  /** What it tells of: the id of a receipt or a key, or the version of a key document. The entry has only its digest. */
  readonly subject: string
  /** The text that is hashed and published. */
  readonly entry: string
}

/** The leaf of a change of a receipt's status; record it in the transaction of the change. */
export function statusLeaf(slug: string, change: LoggedStatus): LogLeaf {
  return { kind: 'status', subject: change.receiptId, entry: statusLeafText(slug, change, nodeSha256) }
}

/**
 * The leaves of a version of the key document, its own and one for each key in it; record them in the transaction that
 * publishes the document. Readers are served the keys of both environments as one document, so they look for the keys.
 */
export function keyDocumentLeaves(published: { version: number; text: string; hash: string }): LogLeaf[] {
  const document = JSON.parse(published.text) as KeyDocument
  const slug = slugOf(document)
  const { version, hash: documentHash } = published
  const ofDocument: LogLeaf = {
    kind: 'key_document',
    subject: String(version),
    entry: keyDocumentLeafText(slug, { version, documentHash }, nodeSha256),
  }
  const ofKeys = keysIn(document).map(
    (key): LogLeaf => ({ kind: 'key', subject: key.key_id, entry: keyLeafText(slug, key, nodeSha256) }),
  )
  return [ofDocument, ...ofKeys]
}

const purposeOf = {
  receipts: 'receipt',
  attestations: 'attestation',
  status: 'status',
  exports: 'export',
  payments: 'payment',
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
