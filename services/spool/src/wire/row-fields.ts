const maxRows = 1_000
const maxFields = 200
const maxFieldChars = 256

/**
 * Names of the fields that delivered rows have, for reading conditions in plain text: those of the first thousand rows, at
 * most 200 of at most 256 characters. A field that is not among them has to be marked in the text as one.
 */
export function rowFields(rows: readonly object[]): string[] {
  const names = new Set<string>()
  for (const row of rows.slice(0, maxRows)) {
    for (const name of Object.keys(row)) {
      if (name !== '' && name.length <= maxFieldChars) names.add(name)
      if (names.size === maxFields) return [...names]
    }
  }
  return [...names]
}
