import { parse } from 'csv-parse/sync'
import type { FileRows } from './json-rows.ts'
import { maxFileRows, problemAt } from './table-problem.ts'

/**
 * The rows of a CSV file that was taken without a dialect, as its receipts have them: comma separated, with the first line end of
 * the file for all of it. No file is taken so any more.
 */
export function earlierCsvRows(text: string): FileRows {
  try {
    const options = { relax_column_count: true, max_record_size: 1_048_576, to: maxFileRows + 2 }
    const [header, ...rows] = parse(text, options)
    if (header === undefined || new Set(header).size !== header.length) return unread
    if (header.some((name) => name.trim() === '') || rows.length > maxFileRows) return unread
    if (rows.some(({ length }) => length !== header.length)) return unread
    return {
      kind: 'rows',
      rows: rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']))),
    }
  } catch {
    return unread
  }
}

const unread = problemAt(1, null, 'the file is no table')
