import type { readFile as read, stat } from 'node:fs/promises'
import type { EvidenceRequest } from '../generated/types.ts'

/** The path of a file (on Node, Bun and Deno), a `Blob` or `File`, or bytes such as a `Buffer`. */
export type FileContent = string | Blob | Uint8Array

/** Evidence whose content is a file. */
export interface EvidenceFile extends Omit<EvidenceRequest, 'type' | 'source'> {
  file: FileContent
  /** Default: `dataset` for a table, `photo` for an image, `text` for a text, and `file` for all others. */
  type?: EvidenceRequest['type'] | undefined
  /** Default: the name of the file. */
  source?: string | undefined
  /** Media type. Default: that of the `Blob`, or the one that the name of the file ends in. */
  media_type?: string | undefined
}

/** Larger than any body that the service takes. */
const maxFileBytes = 64 * 1_024 * 1_024

const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  xml: 'application/xml',
  pdf: 'application/pdf',
  zip: 'application/zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

const tables = new Set(['csv', 'tsv', 'ndjson', 'jsonl', 'xlsx'].map((extension) => mediaTypes[extension]))

/** Whether evidence is given as a file. */
export function isEvidenceFile(evidence: EvidenceRequest | EvidenceFile): evidence is EvidenceFile {
  return 'file' in evidence && evidence.file !== undefined
}

/** The evidence as the service takes it: its content in Base64, with its media type. */
export async function toEvidence({
  file,
  media_type: given,
  ...evidence
}: EvidenceFile): Promise<EvidenceRequest> {
  const { name, media, bytes } = await readFile(file)
  const mediaType = given ?? media ?? mediaTypeOf(name)
  if (evidence.source === undefined && name === undefined) {
    throw new TypeError('Evidence of bytes without a name needs source: a name of where they come from.')
  }
  return {
    ...evidence,
    type: evidence.type ?? evidenceType(mediaType),
    source: evidence.source ?? name ?? '',
    metadata: { ...evidence.metadata, media_type: mediaType, content_base64: toBase64(bytes) },
  }
}

interface ReadFile {
  readonly name: string | undefined
  readonly media: string | undefined
  readonly bytes: Uint8Array
}

async function readFile(file: FileContent): Promise<ReadFile> {
  if (typeof file === 'string') return readPath(file)
  if (file instanceof Uint8Array) {
    assertSize(file.byteLength)
    return { name: undefined, media: undefined, bytes: file }
  }
  assertSize(file.size)
  const { name } = file as Blob & { name?: unknown }
  return {
    name: typeof name === 'string' && name !== '' ? name : undefined,
    // A browser adds the encoding: `text/csv;charset=utf-8`.
    media: file.type.split(';')[0]?.trim() || undefined,
    bytes: new Uint8Array(await file.arrayBuffer()),
  }
}

async function readPath(path: string): Promise<ReadFile> {
  const files = await loadFiles().catch((cause: unknown) => {
    throw new TypeError('This runtime reads no files by path: pass a Blob or bytes.', { cause })
  })
  const { size } = await files.stat(path)
  assertSize(size)
  return { name: path.split(/[/\\]/).at(-1), media: undefined, bytes: await files.readFile(path) }
}

interface Files {
  readonly readFile: typeof read
  readonly stat: typeof stat
}

/** Loaded when it is needed, by a name that bundlers for browsers and edge runtimes do not look up. */
async function loadFiles(): Promise<Files> {
  const name = ['node:fs', 'promises'].join('/')
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as Files
}

function assertSize(bytes: number): void {
  if (bytes <= maxFileBytes) return
  throw new RangeError(
    `The file has ${bytes} bytes, which is more than the service takes: reference it by url or sha256.`,
  )
}

function mediaTypeOf(name: string | undefined): string {
  const extension = /\.([^.]+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? ''
  return mediaTypes[extension] ?? 'application/octet-stream'
}

function evidenceType(mediaType: string): EvidenceRequest['type'] {
  if (tables.has(mediaType)) return 'dataset'
  if (mediaType.startsWith('image/')) return 'photo'
  return mediaType.startsWith('text/') ? 'text' : 'file'
}

/** In pieces, as one call of `fromCharCode` takes no more arguments. */
function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; start += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)))
  }
  return btoa(pieces.join(''))
}
