import { evidenceTooLarge } from '@outturn/contracts'
import type { EvidenceContent } from '@outturn/agreement'

export type ContentHashes = {
  canonical(value: unknown): string
  sha256Hex(text: string): string
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

/** Rows or JSON as they are stored, by their digest. */
export type KeptValues = {
  text: string
  digest: string
  /** Length of the canonical form of the rows or the JSON, within the text. */
  valueBytes: number
}
export type KeptContent =
  | KeptValues
  | { text: string /** Null where nothing is held. */; digest: string | null; valueBytes: null }

type Values = Extract<EvidenceContent, { kind: 'rows' | 'json' }>

/** Stored text and digest of a content. Rows and JSON can be large and are put in canonical form once for everything. */
export function keptContent(content: Values, hashes: ContentHashes): KeptValues
export function keptContent(
  content: EvidenceContent,
  hashes: ContentHashes & { digestOf(content: EvidenceContent): string | null },
): KeptContent
export function keptContent(
  content: EvidenceContent,
  hashes: ContentHashes & { digestOf?(content: EvidenceContent): string | null },
): KeptContent {
  if (content.kind !== 'rows' && content.kind !== 'json') {
    return { text: hashes.canonical(content), digest: hashes.digestOf?.(content) ?? null, valueBytes: null }
  }
  const values = hashes.canonical(content.kind === 'rows' ? content.rows : content.json)
  const kept =
    content.kind === 'rows'
      ? keptRows(values, hashes)
      : { text: `{"json":${values},"kind":"json"}`, digest: hashes.sha256Hex(values) }
  return { ...kept, valueBytes: Buffer.byteLength(values) }
}

/** Stored text and digest of rows, of which this is the canonical JSON. */
export function keptRows(
  values: string,
  { sha256Hex }: Pick<ContentHashes, 'sha256Hex'>,
): Pick<KeptValues, 'text' | 'digest'> {
  return { text: `{"kind":"rows","rows":${values}}`, digest: sha256Hex(values) }
}
