/** A text that a table program would read as a formula begins with an apostrophe. Amounts are written as they are. */
export function textCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
