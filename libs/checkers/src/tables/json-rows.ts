import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseStrictJson,
  StrictJsonError,
} from '@outturn/canonical'
import { lineEnds, maxFileRows, type ProblemFound, problemAt } from './table-problem.ts'

export type FileRows = { readonly kind: 'rows'; readonly rows: readonly JsonObject[] } | ProblemFound

/** The rows of a file of JSON objects, one a line. */
export function ndjsonRows(text: string): FileRows {
  const rows: JsonObject[] = []
  for (const [index, line] of linesOf(text).entries()) {
    if (line.trim() === '') continue
    if (rows.length === maxFileRows) {
      return problemAt(index + 1, null, `the file has more than ${maxFileRows} rows`)
    }
    const value = jsonOf(line, index + 1)
    if (value.kind === 'problem') {
      const isSyntax = value.problem.remedy !== undefined
      return isSyntax ? { ...value, problem: { ...value.problem, remedy: oneOnALine } } : value
    }
    if (!isRow(value.json)) return problemAt(index + 1, 1, 'the line is not a JSON object', oneOnALine)
    rows.push(value.json)
  }
  return { kind: 'rows', rows }
}

/** CRLF, LF and CR each end a line, but a CR inside of a JSON value is white space, as it is in one that fills a line of LF. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  const hasReturns = lines.some((line) => line.includes('\r'))
  if (!hasReturns) return lines
  return lines.flatMap((line) =>
    line.includes('\r') && jsonOf(line, 1).kind === 'problem' ? line.split('\r') : [line],
  )
}

/** The rows of a JSON list of objects; null of other JSON. */
export function jsonRows(text: string): FileRows | null {
  const value = jsonOf(text, null)
  if (value.kind === 'problem') return value
  const json: JsonValue = value.json
  if (!Array.isArray(json) || !json.every(isRow)) return null
  if (json.length > maxFileRows) {
    return problemAt(1, null, `the file has ${json.length} rows; at most ${maxFileRows} are taken`)
  }
  return { kind: 'rows', rows: json }
}

/** The JSON of a text, or where it is none; of a text that is one line of a file with the number of that line. */
export function jsonOf(text: string, line: number | null) {
  try {
    return { kind: 'json' as const, json: parseStrictJson(text) }
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    const before = text.slice(0, error.position)
    const at = line ?? lineEnds(before, 0, before.length) + 1
    const column = before.length - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'))
    const instead = error.code.startsWith('number_') ? '; send it as text, in quotes' : ''
    const message = `${error.message.replace(/\.$/, '')}${instead}`
    return problemAt(at, column, message, error.code === 'syntax' ? remedyOf(error) : undefined)
  }
}

const again = 'Then send it again; nothing of it was kept.'
const oneOnALine = `Write each object whole on a line of its own, as "jq -c" does, or send one JSON list with media_type "application/json". ${again}`

function remedyOf({ message }: StrictJsonError): string {
  return message.startsWith('Something follows')
    ? `Send one list of all objects, as "jq -s" makes it, or each object on a line of its own with media_type "application/x-ndjson". ${again}`
    : `Write it with a JSON library: names and texts in double quotes, no comma behind the last one, and null in place of NaN. ${again}`
}

function isRow(value: JsonValue): value is JsonObject {
  return isJsonObject(value)
}
