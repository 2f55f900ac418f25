import type { JsonObject } from '@outturn/canonical'
import { binaryForm, zipForm } from '../forms/binary-form.ts'
import {
  isCsv,
  isJson,
  isJsonLines,
  isJsonList,
  isPlain,
  isRowsOfJson,
  isTable,
  isTabs,
} from '../forms/media-types.ts'
import { isMarkdownTable, looksSeparated, misnamedForm } from '../forms/misnamed-form.ts'
import { unlistedRows } from '../forms/unlisted-rows.ts'
import { findRecordedNameFault, findRowNameFault } from './column-names.ts'
import { csvTableRows, findCsvTable } from './csv-table.ts'
import type { CsvDialect, CsvTable } from './found-table.ts'
import type { Delimiter } from './delimiters.ts'
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
      /** Where it has one column alone: its name, and why it may be another table than it seems. */
      readonly doubt?: { readonly column: string; readonly problem: FileProblem }
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

const formsRead =
  'Send it as text/csv in UTF-8 (in a spreadsheet: Save as, "CSV UTF-8"), as an Excel workbook (.xlsx), as lines of JSON, or as metadata.rows, a list of objects.'

/** A file that was not sent as a table, and so is not read as one. */
export function unreadFile(mediaType: string, bytes: Uint8Array): FileProblem {
  const text = isPlain(mediaType) ? submittedText(mediaType, bytes) : null
  if (isTable(mediaType) || (typeof text === 'string' && misnamedForm(mediaType, text) !== null)) {
    return asDataset.problem
  }
  return unread(binaryForm(bytes) ?? `a file of media type ${mediaType}`)
}

const asDataset = problemOf(
  'it was sent with type "file", and a table is read where it is sent with type "dataset"',
  'Send the same item with type "dataset".',
  'type',
)

/** Why the file of a JSON media type is no JSON; null where it is. It is read as strictly as the body of a request. */
export function jsonProblem(mediaType: string, bytes: Uint8Array): FileProblem | null {
  if (!isJson(mediaType)) return null
  const text = submittedText(mediaType, bytes)
  if (typeof text !== 'string') return text.problem
  const found = jsonOf(text, null)
  return found.kind === 'problem' ? (misnamedForm(mediaType, text) ?? found).problem : null
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
  const binary = binaryForm(bytes)
  if (binary === zipForm) return workbook(bytes, sheet)
  if (sheet !== null) return sheetOfNoWorkbook
  if (binary !== null) return { kind: 'other', problem: unread(binary) }
  const text = submittedText(mediaType, bytes)
  const isSeparated = isCsv(mediaType)
  if (typeof text !== 'string') {
    return isSeparated || isRowsOfJson(mediaType) ? text : { kind: 'other', problem: text.problem }
  }
  if (isRowsOfJson(mediaType)) return readJson(mediaType, text)
  const other = { kind: 'other', problem: unread(`a file of media type ${mediaType}`) } as const
  if (!isSeparated && !isPlain(mediaType)) {
    return { kind: 'other', problem: (misnamedForm(mediaType, text) ?? other).problem }
  }
  const steps = findCsvTable(text, delimiterOf(mediaType))
  let step = steps.next()
  for (; !step.done; step = steps.next()) await pause()
  const found = step.value
  if (found.kind === 'table' && found.header.length > 1 && !isMarkdownTable(text)) return csvReading(found)
  const misnamed = misnamedForm(mediaType, text)
  if (isSeparated) return misnamed ?? (found.kind === 'problem' ? found : csvReading(found))
  // A plain text with the look of a table is told where it is none.
  const { problem } = found.kind === 'problem' && looksSeparated(text) ? found : (misnamed ?? other)
  return { kind: 'other', problem }
}

function csvReading({ dialect, header, rows, start, end, doubt }: CsvTable): FileReading {
  const characters = end - start
  const tooLarge = sizeProblem(characters + rows * charactersOfNames(header))
  if (tooLarge !== null) return problemOf(tooLarge, 'Send fewer rows, or shorter names of columns.')
  const table = { kind: 'table', dialect, rows, characters } as const
  const [column = ''] = header
  return doubt === undefined || doubt === null ? table : { ...table, doubt: { column, problem: doubt } }
}

/** A sheet is named, and what was sent is no workbook. */
export const sheetOfNoWorkbook = problemOf(
  'the member sheet names a sheet of an Excel workbook, and what was sent is none',
  'Leave sheet out, or send the workbook (.xlsx).',
  'sheet',
)

/** What a workbook is, with how many rows; in the thread that calls it. */
export function readWorkbookFile(bytes: Uint8Array, sheet: string | null): FileReading {
  const found = readWorkbook(bytes, sheet)
  if (found.kind === 'problem') return { kind: 'other', problem: found.problem }
  const { dialect, rows, characters } = found
  return { kind: 'table', dialect, rows: rows.length, characters }
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
  const found = tableBy(text, delimiterOf(mediaType))
  // A file whose separator is not clear was read by commas before that was refused.
  const table = found.kind === 'problem' && dialect.delimiter === ',' ? tableBy(text, ',') : found
  if (table.kind === 'problem' || table.dialect.delimiter !== dialect.delimiter) return null
  return csvTableRows(text, table)
}

/** A table that was recorded, as it was read then. */
function tableBy(text: string, delimiter: Delimiter | null): CsvTable | ProblemFound {
  const steps = findCsvTable(text, delimiter, findRecordedNameFault)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The rows of a file that was taken without a dialect. Null where the media type is of no rows, or JSON is no list of objects. */
export function rowsOfFile(mediaType: string, bytes: Uint8Array): FileRows | null {
  const isList = isJsonList(mediaType)
  if (!isList && !isJsonLines(mediaType) && !/^text\/csv\b/i.test(mediaType)) return null
  const text = textOf(mediaType, bytes)
  if (typeof text !== 'string') return text
  if (isList) return jsonRows(text)
  return isJsonLines(mediaType) ? ndjsonRows(text) : earlierCsvRows(text)
}

function readJson(mediaType: string, text: string): FileReading {
  const found = isJsonList(mediaType) ? jsonRows(text) : ndjsonRows(text)
  if (found === null) {
    const document = jsonOf(text, null)
    return { kind: 'other', problem: unlistedRows(document.kind === 'json' ? document.json : null) }
  }
  if (found.kind === 'problem') return misnamedForm(mediaType, text) ?? found
  const fault = findRowNameFault(found.rows)
  if (fault !== null) return problemOf(`in row ${fault.index + 1} ${fault.message}`, keepOne)
  return { kind: 'rows', rows: found.rows.length }
}

const keepOne = 'Keep one of the two members in each row, and send it again; nothing of it was kept.'

function delimiterOf(mediaType: string): Delimiter | null {
  return isTabs(mediaType) ? '\t' : null
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
