import type { RunResult } from '@outturn/contracts'
import type { EvaluatedRun } from '../domain/evaluate-job.ts'

export type FailedRun = Extract<RunResult, { status: 'failed' }>

/** What this process knows of the runs that it has attempted and not recorded, the latest ones. */
export type RunAttempts = {
  /** What a run was judged, while its record could not be written. */
  judgedOf(runId: string): EvaluatedRun | null
  keep(runId: string, judged: EvaluatedRun): void
  /** How a run ended that has no outcome: it would end the same way again. */
  failureOf(runId: string): FailedRun | null
  fail(failed: FailedRun): FailedRun
  /** Whether the run has failed for the same cause before; a cause that is new is noted. */
  failsAgain(runId: string, error: unknown): boolean
  forget(runId: string): void
}

const keptJudgments = 16
const keptFailures = 1_000

export function createRunAttempts(): RunAttempts {
  const judgments = new Map<string, EvaluatedRun>()
  const failures = new Map<string, FailedRun>()
  const causes = new Map<string, string>()
  return {
    judgedOf: (runId) => judgments.get(runId) ?? null,
    keep: (runId, judged) => keepLatest(judgments, runId, judged, keptJudgments),
    failureOf: (runId) => failures.get(runId) ?? null,
    fail(failed) {
      judgments.delete(failed.runId)
      causes.delete(failed.runId)
      keepLatest(failures, failed.runId, failed, keptFailures)
      return failed
    },
    failsAgain(runId, error) {
      const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      const isAgain = causes.get(runId) === cause
      keepLatest(causes, runId, cause, keptFailures)
      return isAgain
    },
    forget(runId) {
      judgments.delete(runId)
      causes.delete(runId)
    },
  }
}

function keepLatest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
