/** Rows of one file, and columns of a table. */
export const maxFileRows = 50_000
export const maxColumns = 1_000
/** Characters of a table once its rows are written out, each with the names of its columns. */
export const maxTableCharacters = 33_554_432

/** The member of an item that says how its file is to be read. */
export type ReadingMember = 'type' | 'media_type' | 'sheet'

/**
 * Why a file is no list of rows. `line` and `column` count from 1; a line is null where the whole file is wrong, and a column
 * where the whole line is. `remedy` is what to send instead, where correcting the place is not enough, and `member` what is wrong
 * where that is not the file.
 */
export interface FileProblem {
  readonly line: number | null
  readonly column: number | null
  readonly message: string
  readonly remedy?: string
  readonly member?: ReadingMember
}

export type ProblemFound = { readonly kind: 'problem'; readonly problem: FileProblem }

export function problemAt(
  line: number,
  column: number | null,
  message: string,
  remedy?: string,
): ProblemFound {
  return { kind: 'problem', problem: { line, column, message, ...(remedy !== undefined && { remedy }) } }
}

export function problemOf(message: string, remedy: string, member?: ReadingMember): ProblemFound {
  const problem = { line: null, column: null, message, remedy }
  return { kind: 'problem', problem: member === undefined ? problem : { ...problem, member } }
}

/** What a table takes beyond its file: its names once for each row, and in a workbook each text once for each cell that has it. */
export function sizeProblem(characters: number): string | null {
  return characters <= maxTableCharacters
    ? null
    : `the table has ${characters} characters once each row is written out with the names of its columns; at most ${maxTableCharacters} are taken`
}

/** Characters that the names of the columns take in each row. */
export function charactersOfNames(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + name.length + 6, 2)
}

/** The number of line ends before a position: CRLF, LF and CR are one each. */
export function lineEnds(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++
  }
  return count
}
