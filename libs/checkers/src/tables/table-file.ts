import type { JsonObject } from '@outturn/canonical'
import { findRecordedNameFault } from './column-names.ts'
import { type CsvDialect, type CsvTable, type Delimiter, csvTableRows, findCsvTable } from './csv-table.ts'
import { earlierCsvRows } from './earlier-csv.ts'
import { type FileRows, jsonOf, jsonRows, ndjsonRows } from './json-rows.ts'
import {
  charactersOfNames,
  type FileProblem,
  type ProblemFound,
  problemOf,
  sizeProblem,
} from './table-problem.ts'
import { unmarkedUtf16, utf8Text, withoutNul } from './utf8-text.ts'
import { readRecordedSheet, readWorkbook, type SheetDialect } from '../workbooks/workbook.ts'

/** How a file is read as a table; it is part of what is recorded of it, and a replay reads it so. */
export type TableDialect = CsvDialect | SheetDialect

/** What a file that was submitted as a table is. */
export type FileReading =
  | {
      readonly kind: 'table'
      readonly dialect: TableDialect
      readonly rows: number
      /** Characters in all cells together: in a workbook they may be far more than the bytes of the file. */
      readonly characters: number
    }
  /** Rows of JSON, which has one form. */
  | { readonly kind: 'rows'; readonly rows: number }
  /** A file in good order that holds no rows. */
  | { readonly kind: 'other'; readonly problem: FileProblem }
  | ProblemFound

/** Waits between two slices of work, so that others have their turns. */
export type Pause = () => Promise<unknown>

/** How a file is read here, and a workbook elsewhere: all of it is unpacked at once, which needs bounds on time and memory. */
export interface TableReaders {
  readonly pause: Pause
  readonly workbook: (bytes: Uint8Array, sheet: string | null) => Promise<FileReading>
}

const jsonMedia = /^application\/json\b/i
const documentMedia = /^application\/(?:[\w.-]+\+)?json\b/i
const ndjsonMedia = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)\b/i
/** The names under which programs send separated values; Windows calls CSV by the name of Excel. */
const csvMedia =
  /^(?:text\/(?:x-)?csv|text\/comma-separated-values|application\/(?:x-)?csv|application\/vnd\.ms-excel)\b/i
const tsvMedia = /^text\/(?:tab-separated-values|tsv|x-tsv)\b/i
const workbookMedia =
  /^application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml\.(?:sheet|template)|ms-excel\.sheet\.macroenabled\.12)\b/i
const zipStart = [0x50, 0x4b, 0x03, 0x04] as const
/** Names that say nothing of the form; such a file is a table where it has the shape of one. */
const plainMedia = /^(?:text\/plain|application\/octet-stream)\b/i

const formsRead =
  'Send it as text/csv in UTF-8 (in a spreadsheet: Save as, "CSV UTF-8"), as an Excel workbook (.xlsx), as lines of JSON, or as metadata.rows, a list of objects.'

export function isCsv(mediaType: string): boolean {
  return csvMedia.test(mediaType) || tsvMedia.test(mediaType)
}

/** Whether a file of this media type may hold rows as JSON: as one list, or one a line. */
export function isRowsOfJson(mediaType: string): boolean {
  return jsonMedia.test(mediaType) || ndjsonMedia.test(mediaType)
}

/** A file that is not read as a table. */
export function unreadFile(mediaType: string, bytes: Uint8Array): FileProblem {
  return unread(binaryForm(bytes) ?? `a file of media type ${mediaType}`)
}

/** Why the file of a JSON media type is no JSON; null where it is. It is read as strictly as the body of a request. */
export function jsonProblem(mediaType: string, bytes: Uint8Array): FileProblem | null {
  if (!documentMedia.test(mediaType)) return null
  const text = submittedText(mediaType, bytes)
  if (typeof text !== 'string') return text.problem
  const found = jsonOf(text, null)
  return found.kind === 'problem' ? found.problem : null
}

/** Why the file of a text media type is no text; null where it is, and of any other file. */
export function textProblem(mediaType: string, bytes: Uint8Array): FileProblem | null {
  if (!/^text\//i.test(mediaType)) return null
  const text = submittedText(mediaType, bytes)
  return typeof text === 'string' ? null : text.problem
}

/** How a file that was submitted as a table is read, or what is wrong with it. CSV, which takes longest, is read in slices. */
export async function readTableFile(
  mediaType: string,
  bytes: Uint8Array,
  { pause, workbook }: TableReaders,
  sheet: string | null = null,
): Promise<FileReading> {
  if (isWorkbook(mediaType, bytes)) return workbook(bytes, sheet)
  const binary = binaryForm(bytes)
  if (binary !== null) return { kind: 'other', problem: unread(binary) }
  if (isRowsOfJson(mediaType)) return readJson(mediaType, bytes)
  const isPlain = plainMedia.test(mediaType)
  if (!isCsv(mediaType) && !isPlain) {
    return { kind: 'other', problem: unread(`a file of media type ${mediaType}`) }
  }
  const text = submittedText(mediaType, bytes)
  if (typeof text !== 'string') return isPlain ? { kind: 'other', problem: text.problem } : text
  const steps = findCsvTable(text, delimiterOf(mediaType))
  let step = steps.next()
  for (; !step.done; step = steps.next()) await pause()
  const found = step.value
  if (isPlain && (found.kind === 'problem' || found.header.length === 1)) {
    return { kind: 'other', problem: unread(`a file of media type ${mediaType}`) }
  }
  return found.kind === 'problem' ? found : csvReading(found)
}

function csvReading({ dialect, header, rows, start, end }: CsvTable): FileReading {
  const characters = end - start
  const tooLarge = sizeProblem(characters + rows * charactersOfNames(header))
  if (tooLarge === null) return { kind: 'table', dialect, rows, characters }
  return problemOf(tooLarge, 'Send fewer rows, or shorter names of columns.')
}

/** What a workbook is, with how many rows; in the thread that calls it. */
export function readWorkbookFile(bytes: Uint8Array, sheet: string | null): FileReading {
  const found = readWorkbook(bytes, sheet)
  if (found.kind === 'problem') return { kind: 'other', problem: found.problem }
  const { dialect, rows, characters } = found
  return { kind: 'table', dialect, rows: rows.length, characters }
}

/** Windows calls any spreadsheet by the name of Excel; another ZIP file is not taken for a workbook. */
function isWorkbook(mediaType: string, bytes: Uint8Array): boolean {
  const isNamed = workbookMedia.test(mediaType) || csvMedia.test(mediaType) || plainMedia.test(mediaType)
  return isNamed && zipStart.every((each, at) => bytes[at] === each)
}

/** The rows of a file by the dialect that was recorded when it was taken; null where it is not that of the file. */
export function rowsOfTable(
  mediaType: string,
  bytes: Uint8Array,
  dialect: TableDialect,
): readonly JsonObject[] | null {
  if (dialect.format === 'xlsx') return readRecordedSheet(bytes, dialect)
  const text = textOf(mediaType, bytes)
  if (typeof text !== 'string') return null
  const steps = findCsvTable(text, delimiterOf(mediaType), findRecordedNameFault)
  let step = steps.next()
  while (!step.done) step = steps.next()
  const table = step.value
  if (table.kind === 'problem' || table.dialect.delimiter !== dialect.delimiter) return null
  return csvTableRows(text, table)
}

/** The rows of a file that was taken without a dialect. Null where the media type is of no rows, or JSON is no list of objects. */
export function rowsOfFile(mediaType: string, bytes: Uint8Array): FileRows | null {
  const isJson = jsonMedia.test(mediaType)
  if (!isJson && !ndjsonMedia.test(mediaType) && !/^text\/csv\b/i.test(mediaType)) return null
  const text = textOf(mediaType, bytes)
  if (typeof text !== 'string') return text
  if (isJson) return jsonRows(text)
  return ndjsonMedia.test(mediaType) ? ndjsonRows(text) : earlierCsvRows(text)
}

function readJson(mediaType: string, bytes: Uint8Array): FileReading {
  const text = submittedText(mediaType, bytes)
  if (typeof text !== 'string') return text
  const found = rowsOfFile(mediaType, bytes)
  if (found === null) return { kind: 'other', problem: unread('JSON, but no list of objects') }
  return found.kind === 'problem' ? found : { kind: 'rows', rows: found.rows.length }
}

function delimiterOf(mediaType: string): Delimiter | null {
  return tsvMedia.test(mediaType) ? '\t' : null
}

/** The text of a file that is submitted, which holds no U+0000, as a body of JSON holds none. */
function submittedText(mediaType: string, bytes: Uint8Array): string | ProblemFound {
  return unmarkedUtf16(bytes) ?? withoutNul(textOf(mediaType, bytes))
}

function textOf(mediaType: string, bytes: Uint8Array): string | ProblemFound {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(mediaType)?.[1]
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    return problemOf(`the file is in ${charset}, and only UTF-8 is read`, formsRead)
  }
  return utf8Text(bytes)
}

function unread(what: string): FileProblem {
  return {
    line: null,
    column: null,
    message: `it is ${what}, which is not read as a table`,
    remedy: formsRead,
  }
}

/** The first bytes of forms that people send in place of a table. */
const binaryForms: readonly (readonly [name: string, first: readonly number[]])[] = [
  ['a ZIP file', zipStart],
  ['an Excel workbook of the old form (.xls), or one with a password', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF file', [0x25, 0x50, 0x44, 0x46]],
  ['a gzip file', [0x1f, 0x8b]],
  ['a Parquet file', [0x50, 0x41, 0x52, 0x31]],
]

function binaryForm(bytes: Uint8Array): string | null {
  return binaryForms.find(([, first]) => first.every((each, at) => bytes[at] === each))?.[0] ?? null
}
