import type { Delimiter } from './delimiters.ts'
import type { FileProblem } from './table-problem.ts'

/** How a file of separated values is read. */
export interface CsvDialect {
  readonly format: 'csv'
  readonly delimiter: Delimiter
}

/** A file of separated values whose every row is as long as its header, before its cells are read. */
export interface CsvTable {
  readonly kind: 'table'
  readonly dialect: CsvDialect
  readonly header: readonly string[]
  readonly rows: number
  /** Where the header begins, and where the last row ends. */
  readonly start: number
  readonly end: number
  /** Why it may be another table than it seems; left out or null where nothing says so. */
  readonly doubt?: FileProblem | null
}
