import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseStrictJson,
  StrictJsonError,
} from '@outturn/canonical'
import { CsvError, parse as parseInSlices } from 'csv-parse'
import { parse } from 'csv-parse/sync'

/** Rows of one file, and columns of a CSV file. */
export const maxFileRows = 50_000
const maxColumns = 1_000

/** Why a file is no list of rows; `line` and `column` count from 1, and a column is null where the whole line is wrong. */
export interface FileProblem {
  readonly line: number
  readonly column: number | null
  readonly message: string
}

export type FileRows =
  | { readonly kind: 'rows'; readonly rows: readonly JsonObject[] }
  | { readonly kind: 'problem'; readonly problem: FileProblem }

/** Waits between two slices of work, so that others have their turns. */
export type Pause = () => Promise<unknown>

interface RowFormat {
  readonly media: RegExp
  readonly read: (text: string) => FileRows | null
  /** The same problem as `read` finds, where it can be found without making the rows, a slice after the other. */
  readonly check?: (text: string, pause: Pause) => Promise<FileProblem | null>
}

/** The forms of a file that holds rows, by media type. */
const formats: readonly RowFormat[] = [
  { media: /^text\/csv\b/i, read: csvRows, check: csvProblem },
  { media: /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)\b/i, read: ndjsonRows },
  { media: /^application\/json\b/i, read: jsonRows },
]

export function isCsv(mediaType: string): boolean {
  return /^text\/csv\b/i.test(mediaType)
}

/**
 * The rows of a file: CSV as RFC 4180 has it, with a header, or JSON objects, one a line or as one array. Null where the media
 * type is of no rows, and where JSON is something other than a list of objects.
 */
export function rowsOfFile(mediaType: string, bytes: Uint8Array): FileRows | null {
  return withText(mediaType, bytes, ({ read }, text) => read(text))
}

/**
 * Why a file is no list of rows, or null where `rowsOfFile` finds no problem in it. Of a CSV file no row is made: a thousand
 * columns of empty cells cost far more as objects than as text. As its parser takes longest of all, it pauses between slices.
 */
export async function problemOfFile(
  mediaType: string,
  bytes: Uint8Array,
  pause: Pause,
): Promise<FileProblem | null> {
  const found = withText<FileRows | null | Promise<FileProblem | null>>(
    mediaType,
    bytes,
    ({ read, check }, text) => (check === undefined ? read(text) : check(text, pause)),
  )
  if (found instanceof Promise) return found
  return found?.kind === 'problem' ? found.problem : null
}

function withText<Found>(
  mediaType: string,
  bytes: Uint8Array,
  find: (format: RowFormat, text: string) => Found,
): Found | ProblemFound | null {
  const format = formats.find(({ media }) => media.test(mediaType))
  if (format === undefined) return null
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(mediaType)?.[1]
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    return problemAt(1, null, `the file is in ${charset}, and only UTF-8 is read`)
  }
  try {
    return find(format, new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof TypeError) return problemAt(1, null, 'the file is not UTF-8')
    throw error
  }
}

type ProblemFound = Extract<FileRows, { kind: 'problem' }>

function problemAt(line: number, column: number | null, message: string): ProblemFound {
  return { kind: 'problem', problem: { line, column, message } }
}

interface CsvTable {
  readonly kind: 'table'
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** What is beyond the rows that are taken is not read. */
const csvOptions = { relax_column_count: true, max_record_size: 1_048_576, to: maxFileRows + 2 }

function csvRows(text: string): FileRows {
  let found: CsvTable | ProblemFound
  try {
    found = tableOf(parse(text, csvOptions))
  } catch (error) {
    found = csvMistake(error)
  }
  return found.kind === 'problem' ? found : csvObjects(found)
}

async function csvProblem(text: string, pause: Pause): Promise<FileProblem | null> {
  const found = await recordsInSlices(text, pause).then(tableOf, csvMistake)
  return found.kind === 'problem' ? found.problem : null
}

/** Bytes of a CSV file that are read between two pauses: a few milliseconds at most. */
const sliceBytes = 8_192

async function recordsInSlices(text: string, pause: Pause): Promise<string[][]> {
  const bytes = new TextEncoder().encode(text)
  const records: string[][] = []
  const ended = Promise.withResolvers<void>()
  const parser = parseInSlices(csvOptions)
    .on('data', (record: string[]) => records.push(record))
    .on('end', ended.resolve)
    .on('error', ended.reject)
  // It is awaited below, when the file is written.
  ended.promise.catch(() => undefined)
  // The parser takes no more after a mistake, and after the rows that are taken.
  for (let at = 0; at < bytes.length && parser.writable; at += sliceBytes) {
    parser.write(bytes.subarray(at, at + sliceBytes))
    await pause()
  }
  if (parser.writable) parser.end()
  await ended.promise
  return records
}

function csvMistake(error: unknown): ProblemFound {
  if (!(error instanceof CsvError)) throw error
  const { lines, column } = error as CsvError & { lines?: number; column?: unknown }
  const at = typeof column === 'number' ? column + 1 : null
  return problemAt(
    lines ?? 1,
    at,
    'a quoted field is not closed, or a quote stands inside a field that has none around it',
  )
}

/** The fields of a file whose records are all as long as its header. */
function tableOf([header, ...rows]: string[][]): CsvTable | ProblemFound {
  if (header === undefined)
    return problemAt(1, null, 'the file is empty; its first line must name the columns')
  return headerProblem(header) ?? lengthProblem(header, rows) ?? { kind: 'table', header, rows }
}

function headerProblem(header: readonly string[]): ProblemFound | null {
  if (header.length > maxColumns) {
    return problemAt(
      1,
      maxColumns + 1,
      `the file has ${header.length} columns; at most ${maxColumns} are taken`,
    )
  }
  const names = new Set<string>()
  for (const [index, name] of header.entries()) {
    if (name.trim() === '') return problemAt(1, index + 1, 'a column has no name')
    if (names.has(name)) return problemAt(1, index + 1, `the column "${name}" is named twice`)
    names.add(name)
  }
  return null
}

function lengthProblem(header: readonly string[], rows: readonly (readonly string[])[]): ProblemFound | null {
  if (rows.length > maxFileRows) {
    return problemAt(maxFileRows + 2, null, `the file has more than ${maxFileRows} rows`)
  }
  const bad = rows.findIndex((row) => row.length !== header.length)
  const row = rows[bad]
  if (row === undefined) return null
  const column = Math.min(row.length, header.length) + 1
  return problemAt(
    linesOf([header, ...rows.slice(0, bad)]) + 1,
    column,
    `the row has ${row.length} fields; the header has ${header.length}`,
  )
}

/** How many lines records take up; quoted fields may hold line breaks. */
function linesOf(records: readonly (readonly string[])[]): number {
  let lines = records.length
  for (const record of records) {
    for (const field of record) {
      if (field !== '') lines += field.match(/\r\n|\r|\n/g)?.length ?? 0
    }
  }
  return lines
}

function csvObjects({ header, rows }: CsvTable): FileRows {
  // Object.fromEntries makes own members of every name, __proto__ among them.
  const objects = rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])))
  return { kind: 'rows', rows: objects }
}

function ndjsonRows(text: string): FileRows {
  const rows: JsonObject[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    if (rows.length === maxFileRows) {
      return problemAt(index + 1, null, `the file has more than ${maxFileRows} rows`)
    }
    const value = jsonOf(line, index + 1)
    if (value.kind === 'problem') return value
    if (!isRow(value.json)) return problemAt(index + 1, 1, 'the line is not a JSON object')
    rows.push(value.json)
  }
  return { kind: 'rows', rows }
}

function jsonRows(text: string): FileRows | null {
  const value = jsonOf(text, null)
  if (value.kind === 'problem') return value
  const json: JsonValue = value.json
  if (!Array.isArray(json) || !json.every(isRow)) return null
  if (json.length > maxFileRows) {
    return problemAt(1, null, `the file has ${json.length} rows; at most ${maxFileRows} are taken`)
  }
  return { kind: 'rows', rows: json }
}

function jsonOf(text: string, line: number | null) {
  try {
    return { kind: 'json' as const, json: parseStrictJson(text) }
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    const before = text.slice(0, error.position).split('\n')
    const at = line ?? before.length
    const problem = { line: at, column: (before.at(-1)?.length ?? 0) + 1, message: error.message }
    return { kind: 'problem' as const, problem }
  }
}

function isRow(value: JsonValue): value is JsonObject {
  return isJsonObject(value)
}
