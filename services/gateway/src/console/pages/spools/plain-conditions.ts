/** The lines of a text that have something in them. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Names that are divided by commas or lines, each once. */
export function namesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,\r\n]/)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  ]
}

/** Numbers that are divided by commas or spaces; null where something is no number. */
export function numbersOf(text: string): number[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '')
  return parts.every((part) => /^\d{1,6}$/.test(part)) ? parts.map(Number) : null
}

/** Cents of an amount in dollars such as `25.00` or `1,250`; null where it is none. */
export function centsOf(text: string): number | null {
  const found = /^(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (found === null) return null
  const [, dollars = '', part = ''] = found
  return Number(dollars.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
}
