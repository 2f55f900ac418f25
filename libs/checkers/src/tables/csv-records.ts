import { lineEnds } from './table-problem.ts'

const quote = 34

/** One record of a file as far as its place counts; `start` and `end` are positions in the text, without its line end. */
export interface CsvRecord {
  readonly line: number
  readonly fields: number
  readonly start: number
  readonly end: number
  /** Where the next record begins. */
  readonly next: number
}

/** A quote that RFC 4180 does not allow where it stands. */
export interface QuoteProblem {
  readonly line: number
  /** The field, from 1. */
  readonly column: number
  readonly message: string
}

/**
 * The records of a text one after the other, or the first wrong quote. CRLF, LF and CR each end a record outside of quotes.
 * Only places are found here: cells are the parser's.
 */
export function* csvRecords(
  text: string,
  from: number,
  line: number,
  delimiters: readonly string[],
): Generator<CsvRecord | QuoteProblem, void> {
  const separators = new Set(delimiters.map((each) => each.charCodeAt(0)))
  let at = from
  let lineNow = line
  while (at < text.length) {
    const start = at
    const recordLine = lineNow
    let fields = 1
    let isFieldStart = true
    let end = -1
    while (end < 0) {
      const code = at < text.length ? text.charCodeAt(at) : 10
      if (code === quote && isFieldStart) {
        const closed = closingQuote(text, at)
        if (closed < 0) {
          yield { line: lineNow, column: fields, message: 'the quoted field that begins here is not closed' }
          return
        }
        const opened = lineNow
        lineNow += lineEnds(text, at, closed)
        at = closed + 1
        isFieldStart = false
        if (!endsField(text, at, separators)) {
          yield { line: lineNow, column: fields, message: textBehind(opened, lineNow) }
          return
        }
      } else if (code === quote) {
        const message = 'a quote stands inside a field that has none around it'
        yield { line: lineNow, column: fields, message }
        return
      } else if (code === 10 || code === 13) {
        end = at
      } else {
        isFieldStart = separators.has(code)
        if (isFieldStart) fields += 1
        at += 1
      }
    }
    const isPair = text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10
    at = end + (isPair ? 2 : 1)
    lineNow += 1
    yield { line: recordLine, fields, start, end, next: Math.min(at, text.length) }
  }
}

function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1)
  while (at >= 0 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2)
  return at
}

function endsField(text: string, at: number, separators: ReadonlySet<number>): boolean {
  const code = text.charCodeAt(at)
  return at >= text.length || code === 10 || code === 13 || separators.has(code)
}

function textBehind(opened: number, line: number): string {
  const of = opened === line ? '' : `, which began on line ${opened},`
  return `text stands behind the quote that closes a field${of} or a quote inside of it is not doubled`
}
