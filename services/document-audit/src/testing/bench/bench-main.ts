// `npm run bench:audit`: what an audit costs beside a plain join of the same files by pandas.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { invoicePdf } from '../sample-pdfs.ts'
import { benchRequest, benchTables } from './bench-tables.ts'
import type { MeasuredRun } from './measured-run-main.ts'

const usage = `Usage: npm run bench:audit -- [--rows NUMBER] [--rounds NUMBER]

Audits an invoice of so many lines against a record of as many rows, each time in a process of its own, in turns with a
join of the same files by pandas, which gives the same sums and no reasons. Then reads PDFs. Prints the median of
the rounds. Without pandas (Debian: python3-pandas) the join is left out.

  --rows NUMBER    by default 50000
  --rounds NUMBER  by default 5`

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [rows, rounds] = [Number(values.rows), Number(values.rounds)]
const isNumberOf = (value: number, most: number) => Number.isSafeInteger(value) && value >= 1 && value <= most
if (values.help || !isNumberOf(rows, 50_000) || !isNumberOf(rounds, 100)) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else await measure()

type Joined = { ms: number; startMs: number; peakMb: number; billedCents: number; supportedCents: number }

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'audit-bench-'))
  const tables = benchTables(rows)
  for (const [name, text] of Object.entries(tables)) writeFileSync(join(folder, `${name}.csv`), text)
  writeFileSync(join(folder, 'request.json'), benchRequest(tables))
  for (let file = 0; file < 10; file += 1) {
    const lines = Array.from({ length: 40 * 34 }, (_, row) => [`S-${row}`, '1', '5.00', '5.00'])
    writeFileSync(join(folder, `${file}.pdf`), await invoicePdf({ rows: lines }))
  }
  const audits: Extract<MeasuredRun, { firstMs: number }>[] = []
  const joins: Joined[] = []
  const readings: Extract<MeasuredRun, { pages: number }>[] = []
  for (let round = 0; round < rounds; round += 1) {
    audits.push(run('audit', join(folder, 'request.json')) as (typeof audits)[number])
    const joined = joinByPandas(folder)
    if (joined !== null) joins.push(joined)
    readings.push(run('pages', folder) as (typeof readings)[number])
  }
  rmSync(folder, { recursive: true })
  print(audits, joins, readings)
}

function print(
  audits: readonly Extract<MeasuredRun, { firstMs: number }>[],
  joins: readonly Joined[],
  readings: readonly Extract<MeasuredRun, { pages: number }>[],
): void {
  const tell = (line: string) => process.stdout.write(`${line}\n`)
  const of = <Run>(runs: readonly Run[], value: (run: Run) => number) => Math.round(median(runs.map(value)))
  tell(`${rows} x ${rows} rows, median of ${rounds}    ms      rows/s  peak MB`)
  const line = (name: string, ms: number, peakMb: number) =>
    tell(
      `${name.padEnd(34)}${String(ms).padStart(5)}${String(Math.round((2_000 * rows) / ms)).padStart(12)}${String(peakMb).padStart(9)}`,
    )
  line(
    'audit, thread start included',
    of(audits, (each) => each.firstMs),
    of(audits, (each) => each.peakMb),
  )
  line(
    'audit, next one',
    of(audits, (each) => each.nextMs),
    of(audits, (each) => each.peakMb),
  )
  if (joins.length === 0) tell('join by pandas                     not installed')
  else {
    line(
      'join by pandas, import included',
      of(joins, (each) => each.ms + each.startMs),
      of(joins, (each) => each.peakMb),
    )
    line(
      'join by pandas',
      of(joins, (each) => each.ms),
      of(joins, (each) => each.peakMb),
    )
  }
  const [audit, joined] = [audits[0], joins[0]]
  if (audit !== undefined && joined !== undefined && audit.supportedCents !== joined.supportedCents) {
    tell(`the sums differ: audit ${audit.supportedCents}, join ${joined.supportedCents}`)
    process.exitCode = 1
  }
  const pages = of(readings, (each) => (each.pages / each.ms) * 1_000)
  tell(`PDF: ${readings[0]?.pages} pages, ${pages} pages/s, ${of(readings, (each) => each.peakMb)} MB`)
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function run(kind: 'audit' | 'pages', path: string): unknown {
  const program = new URL('./measured-run-main.ts', import.meta.url).pathname
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, kind, path])
  if (status !== 0) throw new Error(`the measured run ended with ${status}: ${stderr.toString()}`)
  return JSON.parse(stdout.toString()) as MeasuredRun
}

function joinByPandas(folder: string): Joined | null {
  const program = new URL('./join_by_pandas.py', import.meta.url).pathname
  const files = ['invoice', 'record'].map((name) => join(folder, `${name}.csv`))
  for (const python of ['/usr/bin/python3', 'python3']) {
    const { status, stdout } = spawnSync(python, [program, ...files])
    if (status === 0) return JSON.parse(stdout.toString()) as Joined
  }
  return null
}
