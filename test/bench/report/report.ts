import { renderArrivals, renderOneCall } from './one-call-report.ts'
import type { Bar, BenchResult, EvidenceResult, ReceiptsResult, RestResult, WorkersResult } from './result.ts'
import { sum } from '../statistics.ts'
import { renderTable, round, totalCpu } from './table.ts'

/** Processes that cost less than this are left out of the columns of the life of a Spool, ms. */
const worthAColumnMs = 0.1

/** The result as text for a terminal. */
export function renderReport(result: BenchResult): string {
  const { machine, programs, evidence, workers, life, quick } = result
  const sections = [
    `${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, Postgres ${machine.postgres}, load average ${machine.load_average.toFixed(1)} at the start${quick ? '; a quick run' : ''}.`,
    ...(programs.length > 0 ? [renderOneCall(result)] : []),
    ...(result.arrivals.length > 0 ? [renderArrivals(result.arrivals)] : []),
    ...(evidence.length > 0 ? [renderEvidence(evidence)] : []),
    ...(life.length > 0 ? [renderLife(result)] : []),
    ...(workers.length > 0 ? [renderWorkers(workers)] : []),
    ...(result.receipts === null ? [] : [renderReceipts(result.receipts)]),
    ...(result.rest.length === 0 ? [] : [renderRest(result.rest)]),
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

const restFigures = [
  ['processes', 'processes'],
  ['RSS MB', 'rss_mb'],
  ['shared once', 'rss_shared_once_mb'],
  ['PSS MB', 'pss_mb'],
  ['CPU ms/s', 'cpu_ms_per_s'],
  ['wake-ups/s', 'wake_ups_per_s'],
] as const

function renderRest(rest: RestResult[]): string {
  const row = (name: string, parts: RestResult[]) => [
    name,
    ...restFigures.map(([, figure]) => round(sum(parts.map((part) => part[figure])))),
  ]
  const table = renderTable(
    ['', ...restFigures.map(([head]) => head)],
    [...rest.map((part) => row(part.name, [part])), row('total', rest)],
  )
  return `The layout of npm start at rest\n${table}`
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
    ['workers', 'requests/s', 'p50 ms', 'CPU ms/request', 'of it the workers', 'shared out, %', 'failed'],
    workers.map((each) => [
      String(each.workers),
      round(each.requests_per_s),
      round(each.p50_ms_loaded),
      totalCpu(each.cpu_ms_per_request),
      round(cpuOfWorkers(each)),
      each.share_by_worker.map((share) => (share * 100).toFixed(0)).join(' '),
      String(each.failed_requests),
    ]),
  )
  const [first] = workers
  const others = first?.processors_of_others ?? null
  const pinned =
    others === null
      ? 'no process kept to some processors'
      : `all but the workers on ${others} of the processors`
  return `Verification workers, a plan that costs much to judge, ${first?.in_flight} in flight, ${pinned}\n${table}`
}

function cpuOfWorkers({ cpu_ms_per_request: cpu }: WorkersResult): number {
  return sum(Object.entries(cpu).map(([name, ms]) => (name.startsWith('verification') ? ms : 0)))
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
