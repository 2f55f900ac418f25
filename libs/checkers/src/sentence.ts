/** `1 of 3 rows is`, `2 of 3 rows are`: the subject of a sentence about some of the rows, with its verb. */
export function rowsThat(count: number, total: number, singularVerb: string, pluralVerb: string): string {
  return `${rowsOf(count, total)} ${count === 1 ? singularVerb : pluralVerb}`
}

export function rowsThatAre(count: number, total: number): string {
  return rowsThat(count, total, 'is', 'are')
}

export function rowsThatHave(count: number, total: number): string {
  return rowsThat(count, total, 'has', 'have')
}

export function rowsOf(count: number, total: number): string {
  return `${count} of ${rowCountOf(total)}`
}

export function rowCountOf(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}

/** `a`, `a or b`, `a, b or c`; from the fifth on `a, b, c or 2 more`. */
export function alternatives(names: readonly string[]): string {
  return joined(names, 'or')
}

/** `a`, `a and b`, `a, b and c`; from the fifth on `a, b, c and 2 more`. */
export function listing(names: readonly string[]): string {
  return joined(names, 'and')
}

function joined(names: readonly string[], conjunction: 'and' | 'or'): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} ${conjunction} ${last}`
}
