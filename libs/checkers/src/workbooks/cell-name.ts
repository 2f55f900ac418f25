/** The letters of a column, from 1: `AA`. */
export function columnName(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

/** The name of a cell by its column and row, from 1: `B2`. */
export function cellName(column: number, row: number): string {
  return `${columnName(column)}${row}`
}

/** The column and row, from 1, of a cell by its name; null of what names none. */
export function placeOf(name: string | undefined): { readonly column: number; readonly row: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(name ?? '') ?? []
  if (letters === undefined) return null
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return { column, row: Number(digits) }
}
