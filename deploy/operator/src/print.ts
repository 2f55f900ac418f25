/** The answer as one JSON value, or as lines and a table that people read. */
export function printAnswer(answer: unknown, isJson: boolean, write: (text: string) => void): void {
  if (isJson) {
    write(`${JSON.stringify(answer)}\n`)
    return
  }
  if (Array.isArray(answer)) {
    write(answer.length === 0 ? 'none\n' : table(answer as Record<string, unknown>[]))
    return
  }
  for (const [name, value] of Object.entries(answer as Record<string, unknown>)) {
    if (Array.isArray(value)) write(`${name}:\n${table(value as Record<string, unknown>[])}`)
    else write(`${name}: ${cell(value)}\n`)
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function table(rows: readonly Record<string, unknown>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  return cells
    .map(
      (line) =>
        `${line
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
