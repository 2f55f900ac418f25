import { unprocessable } from '@outturn/contracts/audits'
import { CsvError, parse } from 'csv-parse/sync'
import { shortened } from '../values/shortened.ts'

/** The rows of a CSV file under its header. */
export type CsvTable = {
  readonly headers: readonly string[]
  /** Cells by row, in the order of the headers. Rows whose cells are all empty are left out; `numbers` has the place of each row. */
  readonly rows: readonly (readonly string[])[]
  /** Number of each row, 1 for the first row under the header. */
  readonly numbers: readonly number[]
}

export type CsvSource = {
  /** Member of the request, named in refusals. */
  readonly field: 'invoice_csv' | 'record_csv'
  /** Name of the file in sentences: `invoice` or `record`. */
  readonly name: string
  readonly text: string
  /** Headers that the mapping names; the delimiter is found by them. */
  readonly mapped: readonly string[]
}

export const maxCsvBytes = 5_000_000
export const maxCsvRows = 50_000

const delimiters = [',', ';', '\t', '|']
const maxColumns = 500
/** The header row is found within so many characters. */
const maxHeaderLength = 65_536
const maxShownLength = 60

/** Reads a CSV file by RFC 4180. What could be read in two ways is refused with the row. */
export function readCsv(source: CsvSource): CsvTable {
  assertText(source)
  const delimiter = findDelimiter(source)
  const [header = [], ...records] = recordsOf(source, delimiter, maxCsvRows + 2)
  if (records.length > maxCsvRows) {
    throw unprocessable(
      source.field,
      `The ${source.name} has more than ${maxCsvRows} rows under its header.`,
      {
        remediation: 'Send the file in several parts, each with its header.',
      },
    )
  }
  const rows: (readonly string[])[] = []
  const numbers: number[] = []
  for (const [index, cells] of records.entries()) {
    let isBlank = true
    // In place: a copy of every row would double the memory.
    for (const [at, cell] of cells.entries()) {
      const text = cell.trim()
      cells[at] = text
      if (text !== '') isBlank = false
    }
    if (isBlank) continue
    rows.push(cells)
    numbers.push(index + 1)
  }
  return { headers: header.map((cell) => cell.trim()), rows, numbers }
}

function assertText({ field, name, text }: CsvSource): void {
  if (Buffer.byteLength(text) > maxCsvBytes) {
    throw unprocessable(field, `The ${name} is larger than ${maxCsvBytes} bytes.`, {
      remediation: 'Send the file in several parts, each with its header.',
    })
  }
  const at = text.search(/[\0\uFFFD]/)
  if (at === -1) return
  const line = text.slice(0, at).split('\n').length
  throw unprocessable(
    field,
    `Line ${line} of the ${name} has a character that was lost when the file was converted to Unicode.`,
    { remediation: 'Read the file in its own encoding, such as windows-1252 or UTF-16, and send its text.' },
  )
}

/** The delimiter that gives every header the mapping names. */
function findDelimiter(source: CsvSource): string {
  const { field, name, text, mapped } = source
  const candidates = new Map<string, string>()
  let closest: { headers: readonly string[]; found: number } = { headers: [], found: -1 }
  for (const delimiter of delimiters) {
    const headers = headerBy(text, delimiter)
    if (headers === null) continue
    const found = mapped.filter((header) => headers.includes(header)).length
    if (found > closest.found || (found === closest.found && headers.length > closest.headers.length)) {
      closest = { headers, found }
    }
    if (found === mapped.length && !candidates.has(JSON.stringify(headers))) {
      candidates.set(JSON.stringify(headers), delimiter)
    }
  }
  assertDistinct(source, closest.headers)
  const [delimiter, other] = candidates.values()
  if (delimiter !== undefined && other === undefined) return delimiter
  if (other !== undefined) {
    throw unprocessable(
      'column_mapping',
      `The header of the ${name} can be read with two delimiters, ${quoted(delimiter ?? '')} and ${quoted(other)}.`,
      { remediation: `Separate the columns of ${field} by a character that no header contains.` },
    )
  }
  if (closest.headers.length === 0) {
    throw unprocessable(field, `The ${name} has no header row.`, {
      remediation: 'Send a CSV file whose first row names the columns.',
    })
  }
  const missing = mapped.filter((header) => !closest.headers.includes(header))
  throw unprocessable(
    'column_mapping',
    `The ${name} has no column ${missing.map(quoted).join(', ')}. Its columns are ${listed(closest.headers)}.`,
    { remediation: 'Name the columns exactly as the header row writes them.' },
  )
}

function assertDistinct({ field, name }: CsvSource, headers: readonly string[]): void {
  const repeated = headers.find((header, index) => header !== '' && headers.indexOf(header) !== index)
  if (repeated === undefined) return
  throw unprocessable(field, `The header row of the ${name} has the column ${quoted(repeated)} twice.`, {
    remediation: 'Give each column a name of its own.',
  })
}

function headerBy(text: string, delimiter: string): readonly string[] | null {
  try {
    const [header] = parse(text.slice(0, maxHeaderLength), { ...options(delimiter), to: 1 })
    return header === undefined || header.length > maxColumns ? null : header.map((cell) => cell.trim())
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

function recordsOf({ field, name, text }: CsvSource, delimiter: string, to: number): string[][] {
  try {
    return parse(text, { ...options(delimiter), to })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unprocessable(field, `The ${name} cannot be read at line ${lineOf(error)}: ${faultOf(error)}.`, {
      remediation: 'Correct the line. Quote a cell that contains the delimiter, a quote or a line break.',
    })
  }
}

const options = (delimiter: string) =>
  ({ delimiter, bom: true, columns: false, skip_empty_lines: true, relax_column_count: false }) as const

function lineOf(error: CsvError): number {
  return typeof error.lines === 'number' ? error.lines : 1
}

function faultOf({ code, message }: CsvError): string {
  switch (code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
      return 'it has another number of cells than the header'
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quote is not closed'
    case 'INVALID_OPENING_QUOTE':
      return 'a quote stands within a cell that does not begin with one'
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'a closing quote is not followed by the delimiter or the end of the line'
    default:
      return message.slice(0, maxShownLength)
  }
}

function listed(headers: readonly string[]): string {
  const shown = headers.slice(0, 20).map(quoted).join(', ')
  return headers.length > 20 ? `${shown} and ${headers.length - 20} more` : shown
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text, maxShownLength))
}
