import { roundedCpu } from './comparison.ts'
import type { Counters } from './counters.ts'
import { applyLoad, cpuPerRequest, failuresOf, type Instruments, measure, p50Ms } from './measurement.ts'
import type { Pace } from '../pace.ts'
import type { EvidenceResult } from '../report/result.ts'
import { rounded } from '../statistics.ts'
import type { Target } from '../target.ts'

/** Evidence of more rows; fewer requests of the largest fit into the machine at once. */
const evidenceSizes = [
  { rowCount: 1_000, inFlight: 16 },
  { rowCount: 50_000, inFlight: 2 },
]

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
