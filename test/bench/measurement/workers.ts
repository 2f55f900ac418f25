import { roundedCpu } from './comparison.ts'
import type { Counters } from './counters.ts'
import { heavyDeliveryBody } from '../load/delivery.ts'
import { type LocalStack, startExtraWorker } from '../local-stack.ts'
import { cpuPerRequest, failuresOf, type Instruments, measureOrder, p50Ms } from './measurement.ts'
import type { Pace } from '../pace.ts'
import type { WorkersResult } from '../report/result.ts'
import { rounded, sum } from '../statistics.ts'
import type { Stoppable, Target } from '../target.ts'
import { withPinned } from './pinning.ts'

const workerCounts = [1, 2, 4]
const workersInFlight = 16
const firstWorker = 'verification'

/**
 * Judges plans that cost far more to judge than all else, with more and more workers added to the running system and taken away again. All
 * other processes of the system keep to the first half of the processors, so that what a worker adds is not what another gave up.
 */
export async function measureWorkers(
  instruments: Instruments,
  { stack, target }: { stack: LocalStack; target: Target },
  { pace, idle, tell }: { pace: Pace; idle: Counters; tell(message: string): void },
): Promise<WorkersResult[]> {
  const { processes } = instruments.sources
  const others = target.processNames.filter((name) => name !== firstWorker)
  const workerNames = [firstWorker]
  const extra: Stoppable[] = []
  const results: WorkersResult[] = []
  const order = (durationMs: number) => ({
    requests: [
      { method: 'POST' as const, url: target.url, headers: target.headers, body: heavyDeliveryBody() },
    ],
    inFlight: workersInFlight,
    durationMs,
    success: 201,
  })
  try {
    await withPinned(
      others.flatMap((name) => processes[name] ?? []),
      async (processors) => {
        for (const workers of workerCounts) {
          tell(`verification with ${workers} ${workers === 1 ? 'worker' : 'workers'}`)
          while (workerNames.length < workers) {
            const worker = await startExtraWorker(stack)
            extra.push(worker)
            const name = `${firstWorker} ${workerNames.length + 1}`
            processes[name] = [worker.pid]
            workerNames.push(name)
          }
          await instruments.load.run(order(pace.sideMs))
          const withWorkers = { ...target, processNames: [...others, ...workerNames] }
          const loaded = await measureOrder(instruments, withWorkers, order(pace.workersMs))
          const cpu = cpuPerRequest(loaded, idle)
          const byWorker = workerNames.map((name) => cpu[name] ?? 0)
          results.push({
            workers,
            in_flight: workersInFlight,
            processors_of_others: processors,
            requests_per_s: rounded(loaded.requestsPerS),
            p50_ms_loaded: rounded(p50Ms([loaded.load])),
            cpu_ms_per_request: roundedCpu(cpu),
            share_by_worker: byWorker.map((ms) => rounded(ms / sum(byWorker))),
            failed_requests: failuresOf([loaded.load]),
          })
        }
      },
    )
  } finally {
    await Promise.all(extra.map((worker) => worker.stop()))
    for (const name of workerNames.slice(1)) delete processes[name]
  }
  return results
}
