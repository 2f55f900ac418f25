import type { EvidenceContent } from '@outturn/evaluation'
import { type OneCallRequest, Refusal } from '@outturn/contracts'

/** Largest evidence item, in bytes of its canonical JSON. */
export const evidenceItemBytes = 1_048_576

export type ContentHashes = {
  canonical(value: unknown): string
  sha256Hex(text: string): string
}

export type MeasuredContent = { digest: string; bytes: number; text: string }

/** Digest, size and stored text of the delivered rows; refuses an item over its limit. */
export function measuredContent(
  evidence: OneCallRequest['evidence'],
  hashes: ContentHashes,
): MeasuredContent {
  const { rows, ...rest } = evidence
  const canonicalRows = hashes.canonical(rows)
  const bytes = Buffer.byteLength(canonicalRows) + Buffer.byteLength(hashes.canonical(rest))
  if (bytes > evidenceItemBytes) {
    throw new Refusal(
      'evidence_too_large',
      `The evidence item has ${bytes} bytes; at most ${evidenceItemBytes} are taken.`,
      {
        field: 'evidence.rows',
      },
    )
  }
  return { digest: hashes.sha256Hex(canonicalRows), bytes, text: textOfRows(canonicalRows) }
}

export type KeptContent = {
  text: string
  /** Null where nothing is held. */
  digest: string | null
  /** Length of the rows within the text; null when it holds none. */
  rowsBytes: number | null
}

/** Stored text and digest of a content. Rows can be large and are put in canonical form once for everything. */
export function keptContent(
  content: EvidenceContent,
  hashes: ContentHashes & { digestOf(content: EvidenceContent): string | null },
): KeptContent {
  if (content.kind !== 'rows') {
    return { text: hashes.canonical(content), digest: hashes.digestOf(content), rowsBytes: null }
  }
  const rows = hashes.canonical(content.rows)
  return { text: textOfRows(rows), digest: hashes.sha256Hex(rows), rowsBytes: Buffer.byteLength(rows) }
}

function textOfRows(canonicalRows: string): string {
  return `{"kind":"rows","rows":${canonicalRows}}`
}
