/** The name of a cell by its column and row, from 1: `B2`. */
export function cellName(column: number, row: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return `${letters}${row}`
}

/** The column, from 1, of a cell by its name; null of what names none. */
export function columnOf(name: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(name ?? '')?.[1]
  if (letters === undefined) return null
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column
}
