import { gzipSync } from 'node:zlib'
import type { EvaluatedRun } from './evaluate-job.ts'

/** A run as it is recorded, once; a request that comes again is answered from here. */
export type RunRecord = EvaluatedRun & {
  readonly runId: string
  readonly spoolId: string
  /** RFC 3339 in UTC. */
  readonly completedAt: string
}

/** A recorded result as it is sent: JSON text, or a gzip file of it, with the members that follow its first line. */
export type ResultText = {
  readonly payload: string | Uint8Array
  readonly isPacked: boolean
  readonly passed: readonly string[]
}

/** A recorded result around the stored texts, whose bytes stay as they are. */
export function recordedResult({ runId, completedAt, outcome, unitResults }: RunRecord): ResultText {
  const result = (more: string) =>
    `{"runId":"${runId}","status":"recorded","completedAt":"${completedAt}","outcome":${outcome}${more}}`
  if (unitResults === null) return { payload: result(',"unitResults":null'), isPacked: false, passed: [] }
  const first = `${result('')}\n`
  const passed = ['unitResults']
  if (typeof unitResults === 'string') return { payload: first + unitResults, isPacked: false, passed }
  // The files of parts, one after the other, are a file of the whole.
  return { payload: Buffer.concat([gzipSync(first), unitResults]), isPacked: true, passed }
}
