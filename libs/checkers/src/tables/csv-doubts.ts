import { shownText } from '../sightings/shown-value.ts'
import { type CsvRecord, csvRecords } from './csv-records.ts'
import type { CsvTable } from './found-table.ts'
import { type Delimiter, delimiterNames, delimiters } from './delimiters.ts'
import type { FileProblem } from './table-problem.ts'

/** Why a table of one column may be another one than it seems; null where nothing says so. */
export function singleColumnDoubt(text: string, table: CsvTable, line: number): FileProblem | null {
  return titleDoubt(text, table, line) ?? otherSeparatorDoubt(text, table, line)
}

/** Why a table of one column may be another one below a title: from some line on all lines are split alike. */
function titleDoubt(text: string, table: CsvTable, line: number): FileProblem | null {
  for (const delimiter of delimiters) {
    const alike = linesAlikeAtEnd(text.slice(0, table.end), table.start, line, delimiter)
    if (alike.fields < 2 || alike.lines < 2) continue
    const message = `the line has ${alike.fields} fields separated by ${delimiterNames[delimiter]}, and line ${line}, ${shownText(table.header[0] ?? '')}, is read as the name of the only column`
    return { line: alike.line, column: null, message, remedy: withoutTitle }
  }
  return null
}

/** Signs that some programs separate values by, and that are not read so. */
const otherSeparators = ['^', '~', '\u0001', '\u001e', '\u001f', '¦', '§'] as const

/** Why a table of one column may be one of several: a sign stands as often in the header as in every row. */
function otherSeparatorDoubt(
  text: string,
  { start, end, header }: CsvTable,
  line: number,
): FileProblem | null {
  const sign = otherSeparators.find((each) => header[0]?.includes(each))
  if (sign === undefined) return null
  const lines = text.slice(start, end).split(/\r\n|\n|\r/)
  const [first = 0, ...others] = lines.map((each) => each.split(sign).length)
  if (others.length === 0 || others.some((fields) => fields !== first)) return null
  const name =
    sign < ' ' ? `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}` : `"${sign}"`
  return {
    line,
    column: null,
    message: `the line and every row have ${first} parts between ${name}, which is no separator that is read`,
    remedy:
      'Separate the columns by commas, semicolons, tabs or pipes, and send the file again; nothing of it was kept.',
  }
}

/** The last records of a text that have the same number of fields: the line of the first of them, and how many they are. */
function linesAlikeAtEnd(text: string, start: number, line: number, delimiter: Delimiter) {
  const alike = { line, fields: 0, lines: 0 }
  for (const record of csvRecords(text, start, line, [delimiter])) {
    if ('message' in record) return { line, fields: 0, lines: 0 }
    if (isBlankLine(text, record)) continue
    if (alike.fields !== record.fields)
      Object.assign(alike, { line: record.line, fields: record.fields, lines: 0 })
    alike.lines += 1
  }
  return alike
}

/** Whether a line has nothing but spaces, and separators where one is given. */
export function isBlankLine(text: string, { start, end }: CsvRecord, delimiter = ' '): boolean {
  for (let at = start; at < end; at++) if (text[at] !== ' ' && text[at] !== delimiter) return false
  return true
}

export const withoutTitle =
  'The first line must name the columns: leave out a title above them, and send the file again; nothing of it was kept.'
