import { snakeNames } from '@outturn/contracts'

/** The answer as one JSON value, or as lines and a table that people read. */
export function printAnswer(given: unknown, isJson: boolean, write: (text: string) => void): void {
  const answer = snakeNamed(given)
  if (isJson) {
    write(`${JSON.stringify(answer)}\n`)
    return
  }
  if (Array.isArray(answer)) {
    write(answer.length === 0 ? 'none\n' : table(answer as Record<string, unknown>[]))
    return
  }
  for (const [name, value] of Object.entries(answer as Record<string, unknown>)) {
    if (isTable(value)) write(`${name}:\n${table(value)}`)
    else write(`${name}: ${Array.isArray(value) ? value.join(', ') || '-' : cell(value)}\n`)
  }
}

/** The answer with every member named as in JSON and tables. */
function snakeNamed(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? snakeNames(value) : value,
  )
}

/** Whether a value is a list of records, and not of words. */
function isTable(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && typeof value[0] === 'object'
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
