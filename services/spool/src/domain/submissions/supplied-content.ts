import type { EvidenceContent } from '@outturn/agreement'
import type { ContentHashes } from '../evidence/evidence-content.ts'

/** What was supplied as evidence, as a file: its bytes with the media type that it is safe to send them with. */
export type SuppliedContent = { mediaType: string; extension: string; bytes: Uint8Array }

/** Media types that no browser runs anything of; every other file goes out as bytes of no type. */
const safeTypes: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/x-ndjson': 'ndjson',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'text/tab-separated-values': 'tsv',
}

/** The media type that a content is sent with; null where the Spool holds no content, but a reference. */
export function suppliedMediaType(content: EvidenceContent): string | null {
  switch (content.kind) {
    case 'text':
      return 'text/plain; charset=utf-8'
    case 'bytes':
      return safeMediaType(content.media_type)
    case 'reference':
    case 'unavailable':
      return null
    case 'rows':
    case 'json':
    case 'confirmation':
    case 'external_result':
    case 'review':
    case 'dispute':
      return 'application/json'
    default:
      return content satisfies never
  }
}

/** The content as it was supplied; rows and JSON as the canonical text whose digest the item states. */
export function suppliedContent(
  content: EvidenceContent,
  { canonical }: Pick<ContentHashes, 'canonical'>,
): SuppliedContent | null {
  const mediaType = suppliedMediaType(content)
  if (mediaType === null) return null
  const extension = safeTypes[mediaType.split(';')[0] ?? ''] ?? 'bin'
  return { mediaType, extension, bytes: bytesOf(content, canonical) }
}

function bytesOf(content: EvidenceContent, canonical: ContentHashes['canonical']): Uint8Array {
  switch (content.kind) {
    case 'bytes':
      return Buffer.from(content.base64, 'base64')
    case 'text':
      return Buffer.from(content.text)
    case 'rows':
      return Buffer.from(canonical(content.rows))
    case 'json':
      return Buffer.from(canonical(content.json))
    default:
      return Buffer.from(canonical(content))
  }
}

function safeMediaType(declared: string): string {
  const essence = (declared.split(';')[0] ?? '').trim().toLowerCase()
  if (!Object.hasOwn(safeTypes, essence)) return 'application/octet-stream'
  return essence.startsWith('text/') ? `${essence}; charset=utf-8` : essence
}
