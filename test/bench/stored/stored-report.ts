import { renderBarPlot } from '../report/bar-plot.ts'
import type { CpuPerRequest } from '../report/result.ts'
import { renderTable, round, totalCpu } from '../report/table.ts'

/** A one-call verification and a list where so many Spools are stored; stored.json is a list of these. */
export interface StoredResult {
  spools: number
  cpu_ms_per_request: CpuPerRequest
  /** Of single-statement, whose own database stays small, in the same rounds. */
  single_cpu_ms_per_request: CpuPerRequest
  /** CPU over that of single-statement; the median of the ratios of each round. */
  cpu: number
  requests_per_s: number
  p50_ms_alone: number
  /** Of a list of 50 Spools, at 1 in flight. */
  list_p50_ms: number
  failed_requests: number
  /** What a Spool takes on disk with all that belongs to it and its indexes; kilobytes of 1,000 bytes. */
  stored_kb: number
}

export function renderStored(results: readonly StoredResult[]): string {
  return renderTable(
    ['Spools', 'CPU ms', 'CPU ÷ single', 'requests/s', 'p50 ms alone', 'list of 50, ms', 'failed', 'KB each'],
    results.map((each) => [
      String(each.spools),
      totalCpu(each.cpu_ms_per_request),
      round(each.cpu),
      round(each.requests_per_s),
      round(each.p50_ms_alone),
      round(each.list_p50_ms),
      String(each.failed_requests),
      round(each.stored_kb),
    ]),
  )
}

/** The system beside single-statement at each number of stored Spools. */
export function plotStored(results: readonly StoredResult[]): string {
  return renderBarPlot({
    subtitle: 'One-call verification, 32 in flight, by stored Spools of the system',
    bars: results.flatMap((each, group) => [
      { label: `single-statement`, group, cpu: each.single_cpu_ms_per_request },
      { label: `outturn, ${each.spools}`, group, cpu: each.cpu_ms_per_request },
    ]),
  })
}
