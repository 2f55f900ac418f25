import { compileConditions, readObservations, readRunDigest, runVerification } from '@outturn/contracts'
import { on } from '@outturn/messaging'
import type { BuildContext, ServiceInstance } from '@outturn/service'
import { createEvaluator } from './adapters/evaluator.ts'
import { createEvidenceReader } from './adapters/evidence-reader.ts'
import { createUrlObserver } from './adapters/url-observer.ts'
import type { verificationConfig } from './config.ts'
import { handleCompileConditions } from './handlers/compile-conditions.ts'
import { handleReadObservations } from './handlers/read-observations.ts'
import { handleReadRunDigest } from './handlers/read-run-digest.ts'
import { handleRunVerification } from './handlers/run-verification.ts'
import { findObservations, recordObservations } from './store/observation-store.ts'
import { createRunRecorder, findRun } from './store/run-store.ts'

export function buildVerification({
  config,
  pool,
  bus,
  clock,
  log,
  metrics,
}: BuildContext<typeof verificationConfig.shape>): ServiceInstance {
  const evaluator = createEvaluator({
    threads: config.OUTTURN_EVALUATION_THREADS,
    timeoutMs: config.OUTTURN_EVALUATION_TIMEOUT_MS,
    memoryMb: config.OUTTURN_EVALUATION_MEMORY_MB,
  })
  const runs = metrics.counter('runs_total', 'Runs by how they ended.', ['end'])
  const runVerificationJob = handleRunVerification({
    clock,
    log,
    evaluator,
    readContents: createEvidenceReader(bus),
    observeUrls: createUrlObserver(bus, clock),
    countRun: (end) => runs.inc({ end }),
    findRun: (runId) => findRun(pool, runId),
    recordRun: createRunRecorder(pool),
    findObservations: (runId) => findObservations(pool, runId),
    recordObservations: (runId, seen) => recordObservations(pool, runId, seen),
  })
  return {
    commands: [
      on(compileConditions, handleCompileConditions()),
      on(readObservations, handleReadObservations(pool)),
      on(readRunDigest, handleReadRunDigest(pool)),
    ],
    jobs: [{ job: runVerification, handle: runVerificationJob, concurrency: config.OUTTURN_RUNS_AT_ONCE }],
    stop: () => evaluator.stop(),
  }
}
