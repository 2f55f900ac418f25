/** Rows of one file, and columns of a table. */
export const maxFileRows = 50_000
export const maxColumns = 1_000

/**
 * Why a file is no list of rows. `line` and `column` count from 1; a line is null where the whole file is wrong, and a column
 * where the whole line is. `remedy` is what to send instead, where correcting the place is not enough.
 */
export interface FileProblem {
  readonly line: number | null
  readonly column: number | null
  readonly message: string
  readonly remedy?: string
}

export type ProblemFound = { readonly kind: 'problem'; readonly problem: FileProblem }

export function problemAt(line: number, column: number | null, message: string): ProblemFound {
  return { kind: 'problem', problem: { line, column, message } }
}

export function problemOf(message: string, remedy: string): ProblemFound {
  return { kind: 'problem', problem: { line: null, column: null, message, remedy } }
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
