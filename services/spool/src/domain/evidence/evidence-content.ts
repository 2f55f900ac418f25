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

/** Most that an item may say beside its content, in bytes of its JSON: every read of its Spool shows it. */
const describedItemBytes = 16_384

/** Refuses an item that says too much beside its content. */
export function assertDescriptionSize(item: object): void {
  const bytes = Buffer.byteLength(JSON.stringify(item))
  if (bytes <= describedItemBytes) return
  throw evidenceTooLarge(
    'metadata',
    `Beside its content the evidence item has ${bytes} bytes; at most ${describedItemBytes} are taken.`,
    { remediation: 'Send what is long as content: metadata.rows, text, json or content_base64.' },
  )
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
