import type { EvaluatedRun } from './evaluate-job.ts'

/** A run as it is recorded, once; a request that comes again is answered from here. */
export type RunRecord = EvaluatedRun & {
  readonly runId: string
  readonly spoolId: string
  /** RFC 3339 in UTC. */
  readonly completedAt: string
}

/** JSON text of a recorded result around the stored outcome, whose bytes stay as they are. */
export function recordedResult({ runId, completedAt, outcome }: RunRecord): string {
  return `{"runId":"${runId}","status":"recorded","completedAt":"${completedAt}","outcome":${outcome}}`
}
