import { roundedCpu } from './comparison.ts'
import type { Counters } from './counters.ts'
import { type LocalStack, startExtraWorker } from '../local-stack.ts'
import { applyLoad, cpuPerRequest, failuresOf, type Instruments, measure, p50Ms } from './measurement.ts'
import type { Pace } from '../pace.ts'
import type { EvidenceResult, WorkersResult } from '../report/result.ts'
import { rounded } from '../statistics.ts'
import type { Stoppable, Target } from '../target.ts'

/** Evidence of more rows; fewer requests of the largest fit into the machine at once. */
const evidenceSizes = [
  { rowCount: 1_000, inFlight: 16 },
  { rowCount: 50_000, inFlight: 2 },
]

/** Rows of the deliveries that are judged by several workers: enough that judging is a good part of the work. */
const workerRows = 1_000
const workerCounts = [1, 2, 4]
const workersInFlight = 32

export async function measureEvidence(
  instruments: Instruments,
  targets: readonly Target[],
  { pace, idle, tell }: { pace: Pace; idle: Counters; tell(message: string): void },
): Promise<EvidenceResult[]> {
  const results: EvidenceResult[] = []
  for (const { rowCount, inFlight } of evidenceSizes) {
    for (const target of targets) {
      tell(`${rowCount} rows: ${target.name}`)
      const durationMs = pace.sideMs
      const alone = await applyLoad(instruments, target, { rowCount, inFlight: 1, durationMs })
      const loaded = await measure(instruments, target, { rowCount, inFlight, durationMs })
      results.push({
        rows: rowCount,
        program: target.name,
        p50_ms: rounded(p50Ms([alone])),
        in_flight: inFlight,
        requests_per_s: rounded(loaded.requestsPerS),
        cpu_ms_per_request: roundedCpu(cpuPerRequest(loaded, idle)),
        failed_requests: failuresOf([alone, loaded.load]),
      })
    }
  }
  return results
}

/** Adds workers to the running system and takes them away again. */
export async function measureWorkers(
  instruments: Instruments,
  { stack, target }: { stack: LocalStack; target: Target },
  { pace, idle, tell }: { pace: Pace; idle: Counters; tell(message: string): void },
): Promise<WorkersResult[]> {
  const pids = instruments.sources.processes['verification'] ?? []
  const extra: Stoppable[] = []
  const results: WorkersResult[] = []
  try {
    for (const workers of workerCounts) {
      tell(`verification with ${workers} ${workers === 1 ? 'worker' : 'workers'}`)
      const missing = Array.from({ length: workers - 1 - extra.length }, () => startExtraWorker(stack))
      const started = await Promise.all(missing)
      extra.push(...started)
      pids.push(...started.map(({ pid }) => pid))
      const level = { rowCount: workerRows, inFlight: workersInFlight }
      await applyLoad(instruments, target, { ...level, durationMs: pace.sideMs / 2 })
      const loaded = await measure(instruments, target, { ...level, durationMs: pace.sideMs })
      results.push({
        workers,
        rows: workerRows,
        in_flight: workersInFlight,
        requests_per_s: rounded(loaded.requestsPerS),
        p50_ms_loaded: rounded(p50Ms([loaded.load])),
        cpu_ms_per_request: roundedCpu(cpuPerRequest(loaded, idle)),
        failed_requests: failuresOf([loaded.load]),
      })
    }
  } finally {
    await Promise.all(extra.map((worker) => worker.stop()))
  }
  return results
}
