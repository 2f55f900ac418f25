import { listItems, type PassedText, type previewRun, Refusal, type RunJob } from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import type { PreviewDeps } from '../deps.ts'
import type { EvaluatedRun } from '../domain/evaluate-job.ts'
import type { FetchedContent } from '../domain/evidence-contents.ts'
import { RunDefect } from '../domain/run-defect.ts'
import { createPassingFindings } from '../flows/passing-findings.ts'
import { timeToConcludeMs } from '../flows/judge-run.ts'

/** Judges a run that will never exist: URLs are observed and judges asked, and nothing of it is kept. */
export function handlePreviewRun(deps: PreviewDeps): Handler<typeof previewRun> {
  return async ({ job, keys = [], contents }, { deadline }) => {
    const sent = contents === undefined ? [] : sentContents(keys, contents)
    const { outcome } = await preview(deps, { job, sent }, deadline)
    return rawReply(outcome)
  }
}

/** What came beside the job, each under its key. */
function sentContents(keys: readonly string[], { bytes }: PassedText): FetchedContent[] {
  const items = [...listItems(bytes)]
  return keys.map((key, index) => ({ key, json: items[index] ?? new Uint8Array() }))
}

async function preview(
  { log, judgeRun }: PreviewDeps,
  { job, sent }: { job: RunJob; sent: readonly FetchedContent[] },
  deadline: number,
): Promise<EvaluatedRun> {
  try {
    return await judgeRun(job, createPassingFindings(), deadline - timeToConcludeMs, sent)
  } catch (error) {
    if (!(error instanceof RunDefect)) throw error
    log.error({ err: error, spoolId: job.spoolId }, 'a preview failed before an outcome')
    throw new Refusal('checker_error', 'The preview failed before an outcome. Nothing was recorded.')
  }
}
