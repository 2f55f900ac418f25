import { ExactNumber } from '@outturn/canonical'
import type { RowField } from '@outturn/contracts'

const maxRowsForNames = 1_000
const maxFields = 200
const maxFieldChars = 256

type JsonType = 'text' | 'number' | 'boolean' | 'list' | 'object'

/**
 * Fields that delivered rows have, for reading conditions in plain text: the names of the first thousand rows, at most 200 of at most
 * 256 characters, each with the JSON type of its values where all rows agree on one. A field that is not among them has to be marked in
 * the text as one.
 */
export function rowFields(rows: readonly object[]): RowField[] {
  return fieldNames(rows).map((name) => {
    const type = agreedType(rows, name)
    return type === null ? name : { name, type }
  })
}

function fieldNames(rows: readonly object[]): string[] {
  const names = new Set<string>()
  for (const row of rows.slice(0, maxRowsForNames)) {
    for (const name of Object.keys(row)) {
      if (name !== '' && name.length <= maxFieldChars) names.add(name)
      if (names.size === maxFields) return [...names]
    }
  }
  return [...names]
}

/** The type of every value of a field that is given; null where rows differ, or none gives one. */
function agreedType(rows: readonly object[], name: string): JsonType | null {
  let agreed: JsonType | null = null
  for (const row of rows) {
    const type = typeOf(Object.hasOwn(row, name) ? (row as Record<string, unknown>)[name] : null)
    if (type === null) continue
    if (agreed !== null && agreed !== type) return null
    agreed = type
  }
  return agreed
}

function typeOf(value: unknown): JsonType | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return 'list'
  if (value instanceof ExactNumber) return 'number'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return 'object'
  }
}
