import { type FileHandle, open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import {
  type FileProblem,
  type FileReading,
  readTableFile,
  readWorkbookFile,
  rowsOfFile,
  rowsOfTable,
} from '@outturn/checkers'
import type { JsonObject } from '@outturn/canonical'
import type { Host } from '../host.ts'
import { UnusableInput } from '../output.ts'

/** Most bytes of a file that is read; a request has at most 8 MiB. */
const maxBytes = 8 * 1024 * 1024

/** Media types by the ending of a file's name, and by the short names of the option. */
const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  tab: 'text/tab-separated-values',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain',
}

const forms = 'csv, tsv, json, jsonl, xlsx'

/** What a table is called in messages, and what to do with one that is too large or of an unknown form. */
export type TableWords = {
  /** With its article: A delivery. */
  readonly name: string
  readonly whenTooLarge: string
  readonly whenUnknown: string
}

const deliveryWords: TableWords = {
  name: 'A delivery',
  whenTooLarge: 'Split the delivery, or agree on a Spool and submit a link to it as evidence.',
  whenUnknown: 'Name its form with --type.',
}

/** A file as it was read: its name, its bytes, and the media type that its name or its content says. */
export type DeliveryFile = { readonly name: string; readonly bytes: Uint8Array; readonly mediaType: string }

/** Reads a file, or the standard input where it is `-`. Throws UnusableInput for a file that is empty or too large. */
export async function readDeliveryFile(
  file: string,
  type: string | undefined,
  host: Host,
  words: TableWords = deliveryWords,
): Promise<DeliveryFile> {
  const name = file === '-' ? 'the standard input' : file
  if (file === '-' && host.ask !== null) {
    host.output.complain(`Reading ${words.name.toLowerCase()} from the terminal; Ctrl-D ends it.`)
  }
  const bytes = file === '-' ? await readInput(host, name, words) : await readFileBytes(file, words)
  if (bytes.length === 0) throw new UnusableInput(`${name} is empty. ${words.name} has at least one row.`)
  const ending = extname(file).slice(1).toLowerCase()
  const mediaType = type === undefined ? (mediaTypes[ending] ?? foundType(bytes)) : mediaTypeOf(type)
  return { name: file === '-' ? 'stdin' : basename(file), bytes, mediaType }
}

/** The rows of a file, as the service reads it. Throws UnusableInput for a file that is no table. */
export async function rowsOf(
  { name, bytes, mediaType }: DeliveryFile,
  sheet: string | undefined,
  words: TableWords = deliveryWords,
): Promise<readonly JsonObject[]> {
  const reading = await readTableFile(
    mediaType,
    bytes,
    {
      pause: () => Promise.resolve(),
      workbook: (workbook, named) => Promise.resolve(readWorkbookFile(workbook, named)),
    },
    sheet ?? null,
  )
  const rows = rowsIn(reading, { name, bytes, mediaType })
  if (rows.length > 0) return rows
  const ending = extname(name).slice(1).toLowerCase()
  // A file of another kind may be read as the header of a table.
  const isGuessed = ending !== '' && mediaTypes[ending] === undefined && mediaType === mediaTypes['csv']
  throw new UnusableInput(
    isGuessed
      ? `${name} has no rows when it is read as a table.\nForms that are read: ${forms}. ${words.whenUnknown}`
      : `${name} has no rows.\n${words.name} has at least one row, below the header in a CSV file.`,
  )
}

function rowsIn(reading: FileReading, { name, bytes, mediaType }: DeliveryFile): readonly JsonObject[] {
  if (reading.kind === 'problem' || reading.kind === 'other') throw unusable(name, reading.problem)
  if (reading.kind === 'table') {
    const rows = rowsOfTable(mediaType, bytes, reading.dialect)
    if (rows !== null) return rows
  }
  const found = rowsOfFile(mediaType, bytes)
  if (found === null || found.kind === 'problem') {
    throw unusable(name, found?.problem ?? { line: null, column: null, message: 'it has no rows' })
  }
  return found.rows
}

function unusable(name: string, { line, column, message, remedy }: FileProblem): UnusableInput {
  const place = [line === null ? null : `line ${line}`, column === null ? null : `column ${column}`]
    .filter((part) => part !== null)
    .join(', ')
  const at = place === '' ? '' : ` (${place})`
  const next = remedy === undefined ? 'Correct the file.' : forFiles(remedy)
  return new UnusableInput(`${name} cannot be read as a table${at}: ${message}.\n${next}`)
}

/** The remedies of the service speak of members of a request; here a file is what is corrected. */
function forFiles(remedy: string): string {
  return remedy
    .replace(', or as metadata.rows, a list of objects', ', or as a JSON list of objects')
    .replace('Leave sheet out', 'Leave --sheet out')
    .replace(
      'Send the list of objects itself as metadata.rows.',
      'Put the list of objects itself into the file, as jq .NAME takes it out.',
    )
    .replace(/,? as metadata\.rows(?=\.)/, '')
    .replace(
      /Send the same file with media_type "([^"]+)"\./,
      (_, type: string) => `Name its form: --type ${formOf(type)}`,
    )
    .replaceAll(/with media_type "([^"]+)"/g, (_, type: string) => `with --type ${formOf(type)}`)
    .replace(/Send the same item with type "dataset"\.?/, 'Name its form with --type, such as --type csv.')
}

/** The short name of a media type for the option, else the type itself. */
function formOf(mediaType: string): string {
  return Object.keys(mediaTypes).find((form) => mediaTypes[form] === mediaType) ?? mediaType
}

function mediaTypeOf(type: string): string {
  const named = mediaTypes[type.toLowerCase()]
  if (named !== undefined) return named
  if (/^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/.test(type)) return type
  throw new UnusableInput(
    `--type ${type} is not a form that is read: name one of ${Object.keys(mediaTypes).join(', ')}, or a media type.`,
  )
}

/** The media type that the content of a file without a telling name has the shape of. */
function foundType(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return mediaTypes['xlsx'] as string
  const start = new TextDecoder()
    .decode(bytes.subarray(0, 4_096))
    .replace(/^\ufeff/, '')
    .trimStart()
  if (start.startsWith('[')) return mediaTypes['json'] as string
  if (start.startsWith('{')) return mediaTypes['ndjson'] as string
  return mediaTypes['csv'] as string
}

async function readFileBytes(file: string, words: TableWords): Promise<Uint8Array> {
  let handle
  try {
    handle = await open(file, 'r')
    const { size } = await handle.stat()
    if (size > maxBytes) throw tooLarge(file, size, words)
    return await readWhole(handle, file, words)
  } catch (error) {
    if (error instanceof UnusableInput) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const problem =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : message
    throw new UnusableInput(`Cannot read ${file}: ${problem}.`)
  } finally {
    await handle?.close()
  }
}

/** A pipe or a device has no size, and may have no end. */
async function readWhole(handle: FileHandle, file: string, words: TableWords): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of handle.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > maxBytes) throw tooLarge(file, null, words)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function readInput({ readInput: chunks }: Host, name: string, words: TableWords): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks()) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(name, null, words)
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

function tooLarge(name: string, size: number | null, { whenTooLarge }: TableWords): UnusableInput {
  const has = size === null ? 'more' : `${size} bytes`
  return new UnusableInput(
    `${name} is too large: it has ${has}, and at most ${maxBytes} bytes are sent in one request.\n${whenTooLarge}`,
  )
}
