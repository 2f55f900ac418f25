import type { JobResult, RunJob, runVerification } from '@outturn/contracts'
import { rawReply, type Worker } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import type { EvaluatedRun } from '../domain/evaluate-job.ts'
import { needsInquiries } from '../domain/inquiries.ts'
import { RunDefect } from '../domain/run-defect.ts'
import { recordedResult } from '../domain/run-record.ts'
import type { RunDeps } from '../deps.ts'

type FailedRun = Extract<JobResult<typeof runVerification>, { status: 'failed' }>

/**
 * Judges one run and records it. The record decides: a run that is delivered again, or to two workers at once, is
 * answered with what was recorded first, bit for bit.
 */
export function handleRunVerification(deps: RunDeps): Worker<typeof runVerification>['handle'] {
  return async (job, { attempt }) => {
    const known = attempt > 1 || needsInquiries(job) ? await deps.findRun(job.runId) : null
    if (known !== null) {
      deps.countRun('repeated')
      return rawReply(recordedResult(known))
    }
    const judged = await judge(deps, job)
    if ('status' in judged) {
      deps.countRun('failed')
      return judged
    }
    const { runId, spoolId } = job
    const completedAt = deps.clock.now().toISOString()
    failPoint('verification.before-record')
    const recorded = await deps.recordRun({ ...judged, runId, spoolId, completedAt })
    failPoint('verification.after-record')
    deps.countRun('recorded')
    return rawReply(recordedResult(recorded))
  }
}

/** A defect of ours costs the caller nothing: no outcome is recorded, and the requester is told so. */
async function judge(deps: RunDeps, job: RunJob): Promise<EvaluatedRun | FailedRun> {
  try {
    // A judge may outlast the requester: its answer is recorded, and a later request for the run is given it.
    return await deps.judgeRun(job, deps.findings, Number.POSITIVE_INFINITY)
  } catch (error) {
    if (!(error instanceof RunDefect)) throw error
    deps.log.error({ err: error, runId: job.runId, spoolId: job.spoolId }, 'a run failed before an outcome')
    return {
      runId: job.runId,
      status: 'failed',
      code: 'checker_error',
      message: 'The verification failed before an outcome. Nothing was charged and the evidence is kept.',
    }
  }
}
