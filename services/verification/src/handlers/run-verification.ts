import { Refusal, type RunJob, type runVerification } from '@outturn/contracts'
import { replyInParts, unpackedLength, type Worker } from '@outturn/messaging'
import { isOutage } from '@outturn/postgres'
import { failPoint } from '@outturn/service'
import { needsInquiries } from '../domain/inquiries.ts'
import { RunDefect } from '../domain/run-defect.ts'
import { recordedResult, type RunRecord } from '../domain/run-record.ts'
import type { RunDeps } from '../deps.ts'
import type { FailedRun } from '../flows/run-attempts.ts'

/**
 * Judges one run and records it. The record decides: a run that is delivered again, or to two workers at once, is
 * answered with what was recorded first, bit for bit. However often a run is asked for meanwhile, it is judged once.
 */
export function handleRunVerification(deps: RunDeps): Worker<typeof runVerification>['handle'] {
  const underWay = new Map<string, Promise<RunRecord | FailedRun>>()
  return async (job, { attempt }) => {
    const ending = underWay.get(job.runId) ?? endRun(deps, job, attempt > 1)
    underWay.set(job.runId, ending)
    const end = await ending.finally(() => underWay.delete(job.runId))
    if ('status' in end) return end
    const { text, packed, passed } = recordedResult(end)
    const more = packed === null ? [] : [{ file: packed, bytes: unpackedLength(packed) }]
    return replyInParts([text, ...more], { passed })
  }
}

async function endRun(deps: RunDeps, job: RunJob, isRedelivered: boolean): Promise<RunRecord | FailedRun> {
  const { runId, spoolId } = job
  const isRepeated = isRedelivered || job.isTakenOver === true
  const known = isRepeated || needsInquiries(job) ? await deps.findRun(runId) : null
  if (known !== null) {
    // What was judged here is told only now where the answer of the database got lost.
    deps.countRun(deps.attempts.judgedOf(runId) === null ? 'repeated' : 'recorded')
    deps.attempts.forget(runId)
    return known
  }
  const failed = deps.attempts.failureOf(runId)
  if (failed !== null) return failed
  try {
    const judged =
      deps.attempts.judgedOf(runId) ?? (await deps.judgeRun(job, deps.findings, Number.POSITIVE_INFINITY))
    deps.attempts.keep(runId, judged)
    const completedAt = deps.clock.now().toISOString()
    failPoint('verification.before-record')
    const recorded = await deps.recordRun({ ...judged, runId, spoolId, completedAt })
    failPoint('verification.after-record')
    deps.attempts.forget(runId)
    deps.countRun('recorded')
    return recorded
  } catch (error) {
    if (isOutage(error) || error instanceof Refusal) throw error
    // A defect of ours costs the caller nothing: no outcome is recorded, and the requester is told so.
    if (!(error instanceof RunDefect) && !deps.attempts.failsAgain(runId, error)) throw error
    deps.countRun('failed')
    deps.log.error({ err: error, runId, spoolId }, 'a run failed before an outcome')
    return deps.attempts.fail({
      runId,
      status: 'failed',
      code: 'checker_error',
      message: 'The verification failed before an outcome. Nothing was charged and the evidence is kept.',
    })
  }
}
