import type {
  Bar,
  BenchResult,
  CpuPerRequest,
  EvidenceResult,
  ProgramResult,
  ReceiptsResult,
  WorkersResult,
} from './result.ts'
import { sum } from '../statistics.ts'

/** Processes that cost less than this are left out of the table, ms. */
const worthARowMs = 0.005
/** And of the columns of the life of a Spool, ms. */
const worthAColumnMs = 0.1

/** The result as text for a terminal. */
export function renderReport(result: BenchResult): string {
  const { machine, programs, evidence, workers, life, quick } = result
  const sections = [
    `${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, Postgres ${machine.postgres}, load average ${machine.load_average.toFixed(1)} at the start${quick ? '; a quick run' : ''}.`,
    ...(programs.length > 0 ? [renderPrograms(result)] : []),
    ...(evidence.length > 0 ? [renderEvidence(evidence)] : []),
    ...(life.length > 0 ? [renderLife(result)] : []),
    ...(workers.length > 0 ? [renderWorkers(workers)] : []),
    ...(result.receipts === null ? [] : [renderReceipts(result.receipts)]),
    ...(result.bars.length > 0 ? [renderBars(result.bars)] : []),
    renderIdle(result),
  ]
  return `${sections.join('\n\n')}\n`
}

function renderBars(bars: Bar[]): string {
  return bars
    .map(
      ({ name, goal, measured, met }) =>
        `${met ? 'met   ' : 'MISSED'}  ${name}: ${round(measured)} (bar: ${goal})`,
    )
    .join('\n')
}

function renderIdle({ idle }: BenchResult): string {
  const counted = [
    `${round(sum(Object.values(idle.cpu_ms_per_s)))} ms of CPU`,
    `${round(idle.commits_per_s)} commits`,
    ...(idle.messages_per_s === null ? [] : [`${round(idle.messages_per_s)} bus messages`]),
  ]
  return `Idle: ${counted.join(', ')} each second, not counted above.`
}

function renderEvidence(evidence: EvidenceResult[]): string {
  const table = renderTable(
    ['rows', 'program', 'p50 ms at 1', 'in flight', 'requests/s', 'CPU ms/request', 'failed'],
    evidence.map((each) => [
      String(each.rows),
      each.program,
      round(each.p50_ms),
      String(each.in_flight),
      round(each.requests_per_s),
      totalCpu(each.cpu_ms_per_request),
      String(each.failed_requests),
    ]),
  )
  return `Larger evidence\n${table}`
}

function renderReceipts({ units, verifiers, page }: ReceiptsResult): string {
  const table = renderTable(
    ['verifier', 'receipts/s'],
    verifiers.map(({ verifier, per_second: rate }) => [verifier, rate === null ? '?' : round(rate)]),
  )
  const { html_bytes, html_gzip_bytes, files_bytes, files_gzip_bytes, readable_ms, verified_ms } = page
  const kib = (bytes: number) => (bytes / 1_024).toFixed(1)
  const ms = (time: number | null) => (time === null ? '?' : `${time.toFixed(0)} ms`)
  return [
    `Receipts of ${units} units, verified on one core`,
    table,
    '',
    `The page of one: ${kib(html_bytes)} KiB of HTML and ${kib(files_bytes)} KiB of script and style, ` +
      `${kib(html_gzip_bytes)} and ${kib(files_gzip_bytes)} compressed;`,
    `readable after ${ms(readable_ms)}, verified by the browser after ${ms(verified_ms)}, nothing cached.`,
  ].join('\n')
}

function renderWorkers(workers: WorkersResult[]): string {
  const table = renderTable(
    ['workers', 'requests/s', 'p50 ms', 'CPU ms/request', 'of it verification', 'failed'],
    workers.map((each) => [
      String(each.workers),
      round(each.requests_per_s),
      round(each.p50_ms_loaded),
      totalCpu(each.cpu_ms_per_request),
      round(each.cpu_ms_per_request['verification'] ?? 0),
      String(each.failed_requests),
    ]),
  )
  return `Verification workers, ${workers[0]?.rows} rows, ${workers[0]?.in_flight} in flight\n${table}`
}

/** One table of all steps; what a process costs stands in a column of its own. */
function renderLife({ life, workload }: BenchResult): string {
  const processes = [...new Set(life.flatMap(({ cpu_ms_per_request: cpu }) => Object.keys(cpu)))].filter(
    (name) => life.some(({ cpu_ms_per_request: cpu }) => (cpu[name] ?? 0) >= worthAColumnMs),
  )
  const table = renderTable(
    ['', 'p50 at 1', 'in flight', 'p50', 'commits', 'messages', 'failed', 'CPU ms', ...processes],
    life.map((each) => [
      each.name,
      round(each.p50_ms),
      String(each.in_flight),
      round(each.p50_ms_loaded),
      round(each.commits_per_request),
      each.messages_per_request === null ? '?' : round(each.messages_per_request),
      String(each.failed_requests),
      totalCpu(each.cpu_ms_per_request),
      ...processes.map((name) => round(each.cpu_ms_per_request[name] ?? 0)),
    ]),
  )
  return `The life of a Spool, per request; times in ms; the median of ${workload.rounds} rounds\n${table}`
}

function renderPrograms({ programs, throughput_ratios: ratios, workload }: BenchResult): string {
  const { rows, units, checkers, rounds } = workload
  const heading = `One call: ${rows} rows, ${checkers.length} checkers, ${units} units; the median of ${rounds} interleaved rounds.`
  const row = (label: string, value: (program: ProgramResult) => string) => [label, ...programs.map(value)]
  const processes = [
    ...new Set(programs.toReversed().flatMap(({ cpu_ms_per_request: cpu }) => Object.keys(cpu))),
  ].filter((name) => programs.some(({ cpu_ms_per_request: cpu }) => (cpu[name] ?? 0) >= worthARowMs))
  const system = programs.at(-1)
  const table = renderTable(
    ['', ...programs.map(({ name }) => name)],
    [
      row(`requests/s at ${workload.in_flight} in flight`, (each) => round(each.requests_per_s)),
      row(`  ${system?.name} over it`, ({ name }) =>
        ratios[name] === undefined ? '' : ratios[name].toFixed(2),
      ),
      row('  slowest to fastest round', ({ requests_per_s_rounds: rates }) =>
        [Math.min(...rates), Math.max(...rates)].map((rate) => rate.toFixed(0)).join(' to '),
      ),
      row('p50 ms at 1 in flight', (each) => round(each.p50_ms)),
      row('p99 ms at 1 in flight', (each) => round(each.p99_ms)),
      row(`p50 ms at ${workload.in_flight} in flight`, (each) => round(each.p50_ms_loaded)),
      row(`p99 ms at ${workload.in_flight} in flight`, (each) => round(each.p99_ms_loaded)),
      row('commits per request', (each) => round(each.commits_per_request)),
      row('bus messages per request', (each) =>
        each.messages_per_request === null ? '?' : round(each.messages_per_request),
      ),
      row('failed requests', (each) => String(each.failed_requests)),
      row('CPU ms per request', (each) => totalCpu(each.cpu_ms_per_request)),
      ...processes.map((name) =>
        row(`  ${name}`, ({ cpu_ms_per_request: cpu }) => (cpu[name] === undefined ? '' : round(cpu[name]))),
      ),
    ],
  )
  return `${heading}\n\n${table}`
}

function renderTable(head: string[], rows: string[][]): string {
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

function totalCpu(cpu: CpuPerRequest): string {
  return Object.keys(cpu).length === 0 ? '?' : round(sum(Object.values(cpu)))
}

function round(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toFixed(digits)
}
