import { type previewRun, Refusal, type RunJob } from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import type { PreviewDeps } from '../deps.ts'
import type { EvaluatedRun } from '../domain/evaluate-job.ts'
import { RunDefect } from '../domain/run-defect.ts'
import { createPassingFindings } from '../flows/passing-findings.ts'
import { timeToConcludeMs } from '../flows/judge-run.ts'

/** Judges a run that will never exist: URLs are observed and judges asked, and nothing of it is kept. */
export function handlePreviewRun(deps: PreviewDeps): Handler<typeof previewRun> {
  return async ({ job }, { deadline }) => {
    const { outcome } = await preview(deps, job, deadline)
    return rawReply(outcome)
  }
}

async function preview({ log, judgeRun }: PreviewDeps, job: RunJob, deadline: number): Promise<EvaluatedRun> {
  try {
    return await judgeRun(job, createPassingFindings(), Math.min(deadline, job.deadline) - timeToConcludeMs)
  } catch (error) {
    if (!(error instanceof RunDefect)) throw error
    log.error({ err: error, spoolId: job.spoolId }, 'a preview failed before an outcome')
    throw new Refusal('checker_error', 'The preview failed before an outcome. Nothing was recorded.')
  }
}
