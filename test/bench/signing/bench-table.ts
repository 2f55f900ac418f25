import { cpus, loadavg } from 'node:os'
import type { Pool } from '@outturn/postgres'

export type Row = Readonly<Record<string, string>>

/** What the figures were measured on. */
export async function describeMachine(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const [cpu] = cpus()
  return [
    `${cpus().length} cores of ${cpu?.model}, Node ${process.versions.node}, Postgres ${rows[0]?.version},`,
    `load average ${loadavg()[0]?.toFixed(1)} at the start.`,
  ].join('\n')
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function figure(value: number): string {
  return Number.isNaN(value) ? '?' : value.toPrecision(3)
}

export function printTable(table: readonly Row[]): void {
  const names = Object.keys(table[0] ?? {})
  const widths = names.map((name) => Math.max(name.length, ...table.map((row) => row[name]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')
  print(line(names))
  for (const row of table) print(line(names.map((name) => row[name] ?? '')))
}
