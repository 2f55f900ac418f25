/** Rows as the JSON text that a statement reads with `json_to_recordset`; int8 travels as a string. */
export function batchJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
