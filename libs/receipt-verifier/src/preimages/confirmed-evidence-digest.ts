import { type Sha256, canonicalJson, digestOf, portableSha256 } from '@outturn/canonical'
import { schemaId } from './schema-id.ts'

/** One item of the evidence that counted for a condition. */
export interface ConfirmedItem {
  readonly evidence_id: string
  /** Null where only the item is known and nothing of its content. */
  readonly content_digest: string | null
}

/**
 * What a party looked at when it gave its word on a condition: SHA-256 of the canonical list of the items that counted for
 * the condition then, in the order of their ids, as 64 hexadecimal digits. A confirmation holds for that set and no other.
 */
export function confirmedEvidenceDigest(
  slug: string,
  conditionId: string,
  items: readonly ConfirmedItem[],
  sha256: Sha256 = portableSha256,
): string {
  const evidence = items
    .map(({ evidence_id, content_digest }) => ({ evidence_id, content_digest }))
    .toSorted((a, b) => (a.evidence_id < b.evidence_id ? -1 : 1))
  return digestOf(
    canonicalJson({ schema: schemaId(slug, 'confirmed-evidence'), condition_id: conditionId, evidence }),
    sha256,
  )
}
