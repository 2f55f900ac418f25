/** Rows as CSV (RFC 4180). A text that a table program would compute begins with an apostrophe; a number stays one. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r\n]/.test(text) && !/^-\d+(?:\.\d+)?$/.test(text)
  const plain = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
