import type { CpuPerRequest } from './result.ts'
import { sum } from '../statistics.ts'

/** A table for a terminal: figures end in one column, words begin in one. */
export function renderTable(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return /^[\d.?]*$/.test(cell) || column > 0 ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

/** CPU of all processes together, ms; `?` where the machine does not tell. */
export function totalCpu(cpu: CpuPerRequest): string {
  return Object.keys(cpu).length === 0 ? '?' : round(sum(Object.values(cpu)))
}

/** A figure with as many places as are of use. */
export function round(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toFixed(digits)
}
