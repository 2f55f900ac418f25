import { renderBarPlot } from './bar-plot.ts'
import type { ArrivalsResult, BenchResult, LevelResult, RatioResult } from './result.ts'
import { renderTable, round, totalCpu } from './table.ts'

/** Processes that cost less than this are left out of the tables, ms. */
const worthARowMs = 0.005

/** What the system costs over the other programs, in each of its layouts, then a table for each number in flight. */
export function renderOneCall({ programs, ratios, workload }: BenchResult): string {
  const { rows, units, checkers, rounds } = workload
  const heading = `One call: ${rows} rows, ${checkers.length} checkers, ${units} units; the median of ${rounds} interleaved rounds.`
  const inFlights = programs[0]?.levels.map(({ in_flight: inFlight }) => inFlight) ?? []
  const levels = inFlights.map((inFlight, index) =>
    renderLevel(
      inFlight,
      programs.flatMap(({ name, levels: all }) => (all[index] === undefined ? [] : { name, ...all[index] })),
    ),
  )
  const systems = [...new Set(ratios.map(({ system }) => system))]
  return [heading, ...systems.map((system) => renderRatios(ratios, system)), ...levels].join('\n\n')
}

function renderRatios(ratios: readonly RatioResult[], system: string): string {
  const table = renderTable(
    ['in flight', 'program', 'CPU ÷', 'requests/s ÷', 'p50 ÷'],
    ratios
      .filter((each) => each.system === system)
      .map(({ program, in_flight: inFlight, cpu, requests_per_s: rate, p50 }) => [
        String(inFlight),
        program,
        cpu.toFixed(2),
        rate.toFixed(2),
        p50.toFixed(2),
      ]),
  )
  return `${system} over the other programs\n${table}`
}

function renderLevel(inFlight: number, programs: readonly (LevelResult & { name: string })[]): string {
  const row = (label: string, value: (level: LevelResult) => string) => [label, ...programs.map(value)]
  const processes = [
    ...new Set(
      programs
        .map(({ cpu_ms_per_request: cpu }) => Object.keys(cpu))
        // The one with most processes first has the others' in its order.
        .toSorted((one, other) => other.length - one.length)
        .flat(),
    ),
  ].filter((name) => programs.some(({ cpu_ms_per_request: cpu }) => (cpu[name] ?? 0) >= worthARowMs))
  return renderTable(
    [`${inFlight} in flight`, ...programs.map(({ name }) => name)],
    [
      row('CPU ms per request', (each) => totalCpu(each.cpu_ms_per_request)),
      ...processes.map((name) =>
        row(`  ${name}`, ({ cpu_ms_per_request: cpu }) => (cpu[name] === undefined ? '' : round(cpu[name]))),
      ),
      row('requests/s', (each) => round(each.requests_per_s)),
      row('  slowest to fastest round', ({ requests_per_s_rounds: rates }) =>
        [Math.min(...rates), Math.max(...rates)].map((rate) => rate.toFixed(0)).join(' to '),
      ),
      row('p50 ms', (each) => round(each.p50_ms)),
      row('p99 ms', (each) => round(each.p99_ms)),
      row('commits per request', (each) => round(each.commits_per_request)),
      row('bus messages per request', (each) =>
        each.messages_per_request === null ? '?' : round(each.messages_per_request),
      ),
      row('failed requests', (each) => String(each.failed_requests)),
    ],
  )
}

export function renderArrivals(arrivals: readonly ArrivalsResult[]): string {
  const table = renderTable(
    ['of capacity', 'program', 'arrivals/s', 'p50 ms', 'p99 ms', 'failed'],
    arrivals.map((each) => [
      `${each.share_of_capacity * 100} %`,
      each.program,
      round(each.arrivals_per_s),
      round(each.p50_ms),
      round(each.p99_ms),
      String(each.failed_requests),
    ]),
  )
  return `Requests that arrive by themselves; times from the arrival on\n${table}`
}

/** Every program at the first number in flight, then at the next. */
export function plotOneCall({ programs, workload, machine }: BenchResult): string {
  const levels = programs[0]?.levels ?? []
  return renderBarPlot({
    subtitle: `${workload.rows} rows, ${workload.checkers.length} checkers, by requests in flight; ${machine.cores} cores`,
    bars: levels.flatMap(({ in_flight: inFlight }, group) =>
      programs.flatMap(({ name, levels: own }) => {
        const cpu = own[group]?.cpu_ms_per_request
        return cpu === undefined ? [] : [{ label: `${name}, ${inFlight}`, group, cpu }]
      }),
    ),
  })
}
