import { gunzipSync, gzipSync } from 'node:zlib'
import type { EvaluatedRun } from './evaluate-job.ts'

/** A run as it is recorded, once; a request that comes again is answered from here. */
export type RunRecord = EvaluatedRun & {
  readonly runId: string
  readonly spoolId: string
  /** RFC 3339 in UTC. */
  readonly completedAt: string
}

/** A recorded result around the stored outcome, whose bytes stay as they are: JSON text, or a gzip file of it. */
export function recordedResult({ runId, completedAt, outcome }: RunRecord): string | Uint8Array {
  const before = `{"runId":"${runId}","status":"recorded","completedAt":"${completedAt}","outcome":`
  if (typeof outcome === 'string') return `${before}${outcome}}`
  // The files of parts, one after the other, are a file of the whole.
  return Buffer.concat([gzipSync(before), outcome, gzipSync('}')])
}

/** The text of an outcome as it was first answered. */
export function outcomeTextOf({ outcome }: Pick<RunRecord, 'outcome'>): string {
  return typeof outcome === 'string' ? outcome : gunzipSync(outcome).toString()
}
