import { isJsonObject, type JsonValue } from '@outturn/canonical'
import { isJsonArray } from '../values/json-value.ts'
import type { FileProblem } from '../tables/table-problem.ts'

/** Members that a path may lead through to a list of rows. */
const maxDepth = 4

/** Why JSON is no list of objects, which a table is, and what to send instead. */
export function unlistedRows(json: JsonValue): FileProblem {
  const { said, remedy } = adviceOn(json)
  const message = `it is JSON, but no list of objects, which a table is${said}`
  return { line: null, column: null, message, remedy }
}

const sendRows = 'Send the list of objects itself as metadata.rows.'

function adviceOn(json: JsonValue): { readonly said: string; readonly remedy: string } {
  const path = pathToRows(json, maxDepth)
  if (path !== null) return { said: `; its member "${path.join('.')}" is one`, remedy: sendRows }
  if (isListOf(json, isJsonArray)) {
    const remedy =
      'Send each row as an object with the names of its columns, such as [{"email": "a@example.com"}], as metadata.rows.'
    return { said: '; it is a list of lists', remedy }
  }
  if (isOfColumns(json)) {
    const remedy = 'Send one object for each row, as pandas writes with orient="records", as metadata.rows.'
    return { said: '; it has a member for each column', remedy }
  }
  return { said: '', remedy: `${sendRows} One object is a list of one row.` }
}

/** The names that lead to the first list of objects; null where there is none. */
function pathToRows(json: JsonValue, depth: number): readonly string[] | null {
  if (depth === 0 || !isJsonObject(json)) return null
  const members = Object.entries(json)
  const found = members.find(([, value]) => isListOf(value, isJsonObject))
  if (found !== undefined) return [found[0]]
  for (const [name, value] of members) {
    const path = pathToRows(value, depth - 1)
    if (path !== null) return [name, ...path]
  }
  return null
}

function isOfColumns(json: JsonValue): boolean {
  if (!isJsonObject(json)) return false
  const columns = Object.values(json)
  const sizes = columns.map((column) => (isJsonArray(column) ? column.length : sizeOfObject(column)))
  return columns.length > 0 && sizes.every((size) => size > 0 && size === sizes[0])
}

function sizeOfObject(value: JsonValue): number {
  return isJsonObject(value) ? Object.keys(value).length : 0
}

function isListOf(json: JsonValue, is: (value: JsonValue) => boolean): boolean {
  return isJsonArray(json) && json.length > 0 && json.every(is)
}
