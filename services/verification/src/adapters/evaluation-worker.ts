import { gzipSync } from 'node:zlib'
import { nodeSha256 } from '@outturn/canonical/node'
import { type EvaluatedRun, type EvaluationTask, evaluateJob } from '../domain/evaluate-job.ts'
import { type Inquiries, type InquiryTask, inquiriesOf } from '../domain/inquiries.ts'

/** Judges a run, in whichever thread this module was loaded. */
export function evaluate(task: EvaluationTask): EvaluatedRun {
  const judged = evaluateJob(task, nodeSha256)
  if (judged.outcome.length <= packedAbove) return judged
  return { ...judged, outcome: gzipSync(judged.outcome, { level: 1 }) }
}

/** A longer outcome is packed in the thread that made it, so that no other has to hold its text. In characters. */
const packedAbove = 1_048_576

/** What a run needs to know from outside before it can be judged. */
export function planInquiries(task: InquiryTask): Inquiries {
  return inquiriesOf(task, nodeSha256)
}
