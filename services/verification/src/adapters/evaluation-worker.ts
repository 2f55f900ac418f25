import { isMainThread } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { nodeSha256 } from '@outturn/canonical/node'
import { collectAtRest } from '@outturn/service/collect-at-rest'
import { type EvaluatedRun, type EvaluationTask, evaluateJob } from '../domain/evaluate-job.ts'
import { type Inquiries, type InquiryTask, inquiriesOf } from '../domain/inquiries.ts'

// A process looks after its own heap; the heap of a thread is apart from it.
if (!isMainThread) collectAtRest()

/** Judges a run, in whichever thread this module was loaded. */
export function evaluate(task: EvaluationTask): EvaluatedRun {
  const judged = evaluateJob(task, nodeSha256)
  const { unitResults } = judged
  if (unitResults === null || unitResults.length <= packedAbove) return judged
  return { ...judged, unitResults: gzipSync(unitResults, { level: 1 }) }
}

/** Longer unit results are packed in the thread that made them, so that no other has to hold their text. In characters. */
const packedAbove = 1_048_576

/** What a run needs to know from outside before it can be judged. */
export function planInquiries(task: InquiryTask): Inquiries {
  return inquiriesOf(task, nodeSha256)
}
