import type { EvaluatedRun } from './evaluate-job.ts'

/** A run as it is recorded, once; a request that comes again is answered from here. */
export type RunRecord = EvaluatedRun & {
  readonly runId: string
  readonly spoolId: string
  /** RFC 3339 in UTC. */
  readonly completedAt: string
}

/** A recorded result as it is sent: JSON text, with the members that follow its first line. */
export type ResultText = {
  readonly text: string
  /** The gzip file of what follows the text; null where that is all. */
  readonly packed: Uint8Array | null
  readonly passed: readonly string[]
}

/** A recorded result around the stored texts, whose bytes stay as they are. */
export function recordedResult({ runId, completedAt, outcome, unitResults }: RunRecord): ResultText {
  const result = (more: string) =>
    `{"runId":"${runId}","status":"recorded","completedAt":"${completedAt}","outcome":${outcome}${more}}`
  if (unitResults === null) return { text: result(',"unitResults":null'), packed: null, passed: [] }
  const first = `${result('')}\n`
  const passed = ['unitResults']
  return typeof unitResults === 'string'
    ? { text: first + unitResults, packed: null, passed }
    : { text: first, packed: unitResults, passed }
}
