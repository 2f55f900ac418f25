import { evidenceTooLarge } from '@outturn/contracts'
import type { EvidenceContent } from '@outturn/agreement'

/** Largest evidence item, in bytes of its canonical JSON. */
const evidenceItemBytes = 1_048_576

export type ContentHashes = {
  canonical(value: unknown): string
  sha256Hex(text: string): string
}

export function assertItemSize(bytes: number, field: string, remediation?: string): void {
  if (bytes <= evidenceItemBytes) return
  const message = `The evidence item has ${bytes} bytes; at most ${evidenceItemBytes} are taken.`
  throw evidenceTooLarge(field, message, { ...(remediation !== undefined && { remediation }) })
}

/** A content as it is stored, by its digest. */
export type KeptRows = {
  text: string
  digest: string /** Length of the rows within the text. */
  rowsBytes: number
}
export type KeptContent =
  | KeptRows
  | { text: string /** Null where nothing is held. */; digest: string | null; rowsBytes: null }

type Rows = Extract<EvidenceContent, { kind: 'rows' }>

/** Stored text and digest of a content. Rows can be large and are put in canonical form once for everything. */
export function keptContent(content: Rows, hashes: ContentHashes): KeptRows
export function keptContent(
  content: EvidenceContent,
  hashes: ContentHashes & { digestOf(content: EvidenceContent): string | null },
): KeptContent
export function keptContent(
  content: EvidenceContent,
  hashes: ContentHashes & { digestOf?(content: EvidenceContent): string | null },
): KeptContent {
  if (content.kind !== 'rows') {
    return { text: hashes.canonical(content), digest: hashes.digestOf?.(content) ?? null, rowsBytes: null }
  }
  const rows = hashes.canonical(content.rows)
  return {
    text: `{"kind":"rows","rows":${rows}}`,
    digest: hashes.sha256Hex(rows),
    rowsBytes: Buffer.byteLength(rows),
  }
}
