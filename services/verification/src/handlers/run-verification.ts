import { checkerOf, type ObservationSet } from '@outturn/checkers'
import type { JobResult, RunJob, runVerification } from '@outturn/contracts'
import { rawReply, type Worker } from '@outturn/messaging'
import { type Clock, failPoint, type Log } from '@outturn/service'
import type { Evaluator } from '../adapters/evaluator.ts'
import type { ReadContents } from '../adapters/evidence-reader.ts'
import type { ObserveUrls } from '../adapters/url-observer.ts'
import type { EvaluatedRun } from '../domain/evaluate-job.ts'
import { type FetchedContent, missingContents } from '../domain/evidence-contents.ts'
import { type RecordedObservation, unobserved, urlsToObserve } from '../domain/observation-sets.ts'
import { RunDefect } from '../domain/run-defect.ts'
import { type RunRecord, recordedResult } from '../domain/run-record.ts'
import { judgedObservations } from '../observed-evidence.ts'

export type RunDeps = {
  readonly clock: Clock
  readonly log: Log
  readonly evaluator: Evaluator
  readonly readContents: ReadContents
  readonly observeUrls: ObserveUrls
  readonly findRun: (runId: string) => Promise<RunRecord | null>
  readonly recordRun: (record: RunRecord) => Promise<RunRecord>
  readonly findObservations: (runId: string) => Promise<RecordedObservation[]>
  /** Counts how a run ended. */
  readonly countRun: (end: 'recorded' | 'repeated' | 'failed') => void
  readonly recordObservations: (runId: string, seen: readonly RecordedObservation[]) => Promise<void>
}

type FailedRun = Extract<JobResult<typeof runVerification>, { status: 'failed' }>

/** What the observations leave of the requester's time for judging, recording and answering, ms. */
const timeToConcludeMs = 500
/** Time to read evidence in, also for a run whose requester has stopped waiting: the run is recorded all the same. */
const readingTimeMs = 10_000

/**
 * Judges one run and records it. The record decides: a run that is delivered again, or to two workers at once, is
 * answered with what was recorded first, bit for bit.
 */
export function handleRunVerification(deps: RunDeps): Worker<typeof runVerification>['handle'] {
  return async (job, { attempt }) => {
    const known = attempt > 1 || needsNetwork(job) ? await deps.findRun(job.runId) : null
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

function needsNetwork(job: RunJob): boolean {
  return job.plan.conditions.some(({ check }) => checkerOf(check)?.checker === 'http_status')
}

async function readMissing(deps: RunDeps, job: RunJob): Promise<FetchedContent[]> {
  const missing = missingContents(job)
  if (missing.length === 0) return []
  return deps.readContents(job.spoolId, missing, deps.clock.now().getTime() + readingTimeMs)
}

/** A defect of ours costs the caller nothing: no outcome is recorded, and the requester is told so. */
async function judge(deps: RunDeps, job: RunJob): Promise<EvaluatedRun | FailedRun> {
  try {
    const fetched = await readMissing(deps, job)
    const observations = needsNetwork(job) ? await observe(deps, job, fetched) : []
    return await deps.evaluator.evaluate({ job, fetched, observations })
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

/** What was seen is recorded before it is used, so that a repeated run judges the same observations. */
async function observe(
  deps: RunDeps,
  job: RunJob,
  fetched: readonly FetchedContent[],
): Promise<ObservationSet[]> {
  const { runId, accountId } = job
  const wanted = urlsToObserve(await deps.evaluator.planObservations({ job, fetched }))
  const recorded = await deps.findObservations(runId)
  const unseen = unobserved(wanted, recorded)
  if (unseen.length > 0) {
    const deadline = job.deadline - timeToConcludeMs
    await deps.recordObservations(runId, await deps.observeUrls(unseen, { accountId, runId, deadline }))
  }
  const usable = unseen.length === 0 ? recorded : await deps.findObservations(runId)
  return judgedObservations(runId, usable)
}
