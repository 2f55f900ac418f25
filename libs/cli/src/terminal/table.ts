import { shown } from './shown.ts'

/** Rows under their headings, each column as wide as its longest cell. */
export function tableLines(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [headings, ...rows.map((row) => row.map(shown))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Names and their values, one on a line. */
export function pairLines(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...pairs.map(([name]) => name.length)) + 2
  return pairs.map(([name, value]) => `${`${name}:`.padEnd(width)}${shown(value)}`)
}
