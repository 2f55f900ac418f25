import type { BenchResult, CpuPerRequest, ProgramResult } from './result.ts'
import { sum } from './statistics.ts'

/** Processes that cost less than this are left out of the table, ms. */
const worthARowMs = 0.005

/** The result as text for a terminal. */
export function renderReport(result: BenchResult): string {
  const { machine, workload, quick } = result
  const rounds = `the median of ${workload.rounds} interleaved rounds`
  return [
    `One call: ${workload.rows} rows, ${workload.checkers.length} checkers, ${workload.units} units; ${rounds}${quick ? '; a quick run' : ''}.`,
    `${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, Postgres ${machine.postgres}, load average ${machine.load_average.toFixed(1)} at the start.`,
    '',
    renderPrograms(result),
    '',
    ...result.bars.map(
      ({ name, goal, measured, met }) =>
        `${met ? 'met   ' : 'MISSED'}  ${name}: ${round(measured)} (bar: ${goal})`,
    ),
    '',
    'Idle: ' +
      [
        `${round(sum(Object.values(result.idle.cpu_ms_per_s)))} ms of CPU`,
        `${round(result.idle.commits_per_s)} commits`,
        ...(result.idle.messages_per_s === null ? [] : [`${round(result.idle.messages_per_s)} bus messages`]),
      ].join(', ') +
      ' each second, not counted above.',
    '',
    'Larger evidence',
    renderTable(
      ['rows', 'program', 'p50 ms at 1', 'in flight', 'requests/s', 'CPU ms/request', 'failed'],
      result.evidence.map((each) => [
        String(each.rows),
        each.program,
        round(each.p50_ms),
        String(each.in_flight),
        round(each.requests_per_s),
        totalCpu(each.cpu_ms_per_request),
        String(each.failed_requests),
      ]),
    ),
    '',
    `Verification workers, ${result.workers[0]?.rows} rows, ${result.workers[0]?.in_flight} in flight`,
    renderTable(
      ['workers', 'requests/s', 'p50 ms', 'CPU ms/request', 'of it verification', 'failed'],
      result.workers.map((each) => [
        String(each.workers),
        round(each.requests_per_s),
        round(each.p50_ms_loaded),
        totalCpu(each.cpu_ms_per_request),
        round(each.cpu_ms_per_request['verification'] ?? 0),
        String(each.failed_requests),
      ]),
    ),
    '',
  ].join('\n')
}

function renderPrograms({ programs, throughput_ratios: ratios, workload }: BenchResult): string {
  const row = (label: string, value: (program: ProgramResult) => string) => [label, ...programs.map(value)]
  const processes = [
    ...new Set(programs.toReversed().flatMap(({ cpu_ms_per_request: cpu }) => Object.keys(cpu))),
  ].filter((name) => programs.some(({ cpu_ms_per_request: cpu }) => (cpu[name] ?? 0) >= worthARowMs))
  const system = programs.at(-1)
  return renderTable(
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
