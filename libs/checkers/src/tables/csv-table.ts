import type { JsonObject } from '@outturn/canonical'
import { parse } from 'csv-parse/sync'
import { type CsvRecord, csvRecords } from './csv-records.ts'
import { isBlankLine, singleColumnDoubt, withoutTitle } from './csv-doubts.ts'
import type { CsvTable } from './found-table.ts'
import { type Delimiter, delimiterNames, delimiters } from './delimiters.ts'
import { findNameFault, type NameFault, nameFaultText } from './column-names.ts'
import { maxColumns, maxFileRows, type ProblemFound, problemAt } from './table-problem.ts'

/** The most that one record may hold, in characters. */
const maxRecordLength = 1_048_576

type Found = CsvTable | ProblemFound

/**
 * Finds how a file is read, and what is wrong with it. It gives the number of characters that it has read since it last did, so
 * that its caller can let others work. A header is separated by that of comma, `;`, tab and pipe which splits all rows alike; a line
 * `sep=` in front of the header says it.
 */
export function* findCsvTable(
  text: string,
  given: Delimiter | null = null,
  findNames: FindNameFault = findNameFault,
): Generator<number, Found> {
  const separator = separatorLine(text)
  if (separator !== null && separator.delimiter === null) {
    return problemAt(1, null, `the line "${separator.line}" names a separator that is not read`)
  }
  const start = separator?.length ?? 0
  const line = separator === null ? 1 : 2
  const fixed = given ?? separator?.delimiter ?? null
  if (fixed !== null) return yield* readTable(text, { start, line, delimiter: fixed, findNames })
  const seen = separatorsInHeader(text, start)
  if (seen.length === 0) {
    const found = yield* readTable(text, { start, line, delimiter: ',', findNames })
    if (found.kind === 'problem') return found
    return { ...found, doubt: singleColumnDoubt(text, found, line) }
  }
  const tables: CsvTable[] = []
  const problems: ProblemFound[] = []
  for (const delimiter of seen) {
    const found = yield* readTable(text, { start, line, delimiter, findNames })
    if (found.kind === 'table') tables.push(found)
    else problems.push(found)
  }
  const [first] = tables
  if (first === undefined) return withSeparators(problems[0], seen)
  // Commas come first among the separators; a comma that splits as well as another one is meant.
  const likely = seen.includes(',') && first.dialect.delimiter === ','
  const rivals = likely ? tables.filter(({ header }) => header.length > first.header.length) : tables.slice(1)
  if (rivals.length === 0) return first
  const names = [first, ...rivals].map(({ dialect }) => dialect.delimiter)
  return problemAt(
    line,
    null,
    `the separator is not clear: ${listed(names)} each split the header and every row alike`,
    'Put the line "sep=;" in front of the header, with the separator that is meant in place of ";", and send the file again.',
  )
}

function withSeparators(found: ProblemFound | undefined, seen: readonly Delimiter[]): ProblemFound {
  if (found === undefined) return problemAt(1, null, 'it cannot be read')
  if (seen.includes(',')) return found
  const message = `${found.problem.message}; the header has no comma and is read by ${listed(seen)}`
  return { kind: 'problem', problem: { ...found.problem, message } }
}

const again = 'Then send the file again; nothing of it was kept.'
const withoutBlank = `Delete the blank line, and with it what follows where that is a remark below the table. ${again}`
const quoteSeparator = 'Put a field that has the separator in it in quotes.'
const quoteWhole = `Put the whole field in quotes, without a space before them, and write each quote inside of it twice: "5"" pipe". ${again}`
function listed(seen: readonly Delimiter[]): string {
  return seen.map((each) => delimiterNames[each]).join(' and ')
}

/** The line that spreadsheets put in front of the header; its delimiter is null where it is none that is read. */
function separatorLine(text: string): { delimiter: Delimiter | null; length: number; line: string } | null {
  const [whole, line, sign] = /^("?sep=([^\r\n])"?)(?:\r\n|\r|\n|$)/i.exec(text) ?? []
  if (whole === undefined || line === undefined) return null
  return { delimiter: delimiters.find((each) => each === sign) ?? null, length: whole.length, line }
}

/** The separators that stand in the header outside of quotes. */
function separatorsInHeader(text: string, start: number): Delimiter[] {
  const [header] = csvRecords(text, start, 1, delimiters)
  const end = header !== undefined && 'end' in header ? header.end : text.length
  const outside = text.slice(start, end).replace(/"(?:[^"]|"")*"/g, '')
  return delimiters.filter((each) => outside.includes(each))
}

type FindNameFault = (names: readonly string[]) => NameFault | null

interface TableStart {
  readonly start: number
  readonly line: number
  readonly delimiter: Delimiter
  readonly findNames: FindNameFault
}

function* readTable(
  text: string,
  { start, line, delimiter, findNames }: TableStart,
): Generator<number, Found> {
  const records = csvRecords(text, start, line, [delimiter])
  const { value: first } = records.next()
  if (first === undefined)
    return problemAt(line, null, 'the file is empty; its first line must name the columns', sendTable)
  if ('message' in first) return problemAt(first.line, first.column, first.message, quoteWhole)
  if (isBlankLine(text, first)) {
    return problemAt(line, null, 'the line is blank; the first line must name the columns')
  }
  const cells = cellsOf(text.slice(first.start, first.end), delimiter)[0] ?? []
  const header = cells.slice(0, namedColumns(cells))
  const bad = headerProblem(header, line, findNames) ?? tooLong(first)
  if (bad !== null) return bad
  const rest = yield* readRows(text, records, header.length, delimiter)
  if (rest.kind === 'problem') {
    const hasUnnamed = cells.length > header.length && rest.problem.column === header.length + 1
    return hasUnnamed ? problemAt(line, header.length + 1, 'a column has no name', nameIt) : rest
  }
  const dialect = { format: 'csv', delimiter } as const
  return { kind: 'table', dialect, header, rows: rest.rows, start, end: rest.end ?? first.end }
}

/** Columns up to the last one with a name: programs end each line with separators, which make no column where nothing follows them. */
function namedColumns(names: readonly string[]): number {
  return Math.max(1, names.findLastIndex((name) => name !== '') + 1)
}

type Rows = { readonly kind: 'rows'; readonly rows: number; readonly end: number | null }

function* readRows(
  text: string,
  records: Iterable<ReturnType<typeof csvRecords> extends Generator<infer Each, void> ? Each : never>,
  columns: number,
  delimiter: Delimiter,
): Generator<number, Rows | ProblemFound> {
  let rows = 0
  let end: number | null = null
  let read = 0
  let blank: CsvRecord | null = null
  let blanks = 0
  for (const record of records) {
    if ('message' in record) return problemAt(record.line, record.column, record.message, quoteWhole)
    read += record.next - record.start
    if (read >= sliceLength) {
      yield read
      read = 0
    }
    // Blank lines at the end are no rows; in a table of one column one in between is a row without a value.
    if (isBlankLine(text, record)) {
      blank ??= record
      blanks += 1
      continue
    }
    // Spreadsheets write lines of separators alone behind a table; at its end they are no rows either.
    if (columns > 1 && record.fields >= columns && isBlankLine(text, record, delimiter)) {
      if (blank === null) blanks += 1
      continue
    }
    if (blank !== null && columns > 1) return problemAt(blank.line, null, 'the line is blank', withoutBlank)
    rows += blanks + 1
    blank = null
    blanks = 0
    if (rows > maxFileRows) return problemAt(record.line, null, `the file has more than ${maxFileRows} rows`)
    const problem = tooLong(record) ?? lengthProblem(text, record, columns, delimiter)
    if (problem !== null) {
      if (record.fields <= columns) return problem
      const remedy = end === null ? `${quoteSeparator} ${withoutTitle}` : `${quoteSeparator} ${again}`
      return { ...problem, problem: { ...problem.problem, remedy } }
    }
    end = record.end
  }
  return { kind: 'rows', rows, end }
}

/** Characters that are read between two turns of others. */
const sliceLength = 4_096

function tooLong({ line, start, end }: CsvRecord): ProblemFound | null {
  return end - start <= maxRecordLength
    ? null
    : problemAt(line, null, `the row has more than ${maxRecordLength} characters`)
}

const sendTable = 'Send the file with its table: the names of the columns, and the rows below them.'

const nameIt =
  'Name the column, or leave it out where it only numbers the rows. If the line is a title above the names of the columns, leave it out. Then send the file again; nothing of it was kept.'

function headerProblem(
  header: readonly string[],
  line: number,
  findNames: FindNameFault,
): ProblemFound | null {
  if (header.length > maxColumns) {
    return problemAt(
      line,
      maxColumns + 1,
      `the file has ${header.length} columns; at most ${maxColumns} are taken`,
    )
  }
  const fault = findNames(header)
  if (fault === null) return null
  const remedy = fault.repeats === null ? nameIt : undefined
  return problemAt(line, fault.index + 1, nameFaultText(header, fault), remedy)
}

function lengthProblem(
  text: string,
  { line, fields, start, end }: CsvRecord,
  columns: number,
  delimiter: Delimiter,
): ProblemFound | null {
  if (
    fields === columns ||
    (fields > columns && hasBlankTail(text, start, end, fields - columns, delimiter))
  ) {
    return null
  }
  const others = delimiters.filter((each) => each !== delimiter && text.slice(start, end).includes(each))
  const seen = fields === 1 && others.length > 0 ? `; it is separated by ${listed(others)}` : ''
  return problemAt(
    line,
    Math.min(fields, columns) + 1,
    `the row has ${fields} ${fields === 1 ? 'field' : 'fields'}; the header has ${columns}${seen}`,
  )
}

/** Whether so many fields at the end of a record have nothing but spaces. A separator in quotes has a quote behind it. */
function hasBlankTail(
  text: string,
  start: number,
  end: number,
  fields: number,
  delimiter: Delimiter,
): boolean {
  let left = fields
  for (let at = end - 1; at >= start && left > 0; at--) {
    if (text[at] === delimiter) left -= 1
    else if (text[at] !== ' ') return false
  }
  return left === 0
}

/** The rows of a table that was found; every cell is a text. */
export function csvTableRows(text: string, { dialect, header, start, end }: CsvTable): readonly JsonObject[] {
  const [, ...rows] = cellsOf(text.slice(start, end), dialect.delimiter)
  // Object.fromEntries makes own members of every name, __proto__ among them.
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])))
}

function cellsOf(text: string, delimiter: Delimiter): string[][] {
  return parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: 0,
  })
}
