import { nodeSha256 } from '@outturn/canonical/node'
import { type EvaluatedRun, type EvaluationTask, evaluateJob } from '../domain/evaluate-job.ts'
import { type Inquiries, type InquiryTask, inquiriesOf } from '../domain/inquiries.ts'

/** Judges a run, in whichever thread this module was loaded. */
export function evaluate(task: EvaluationTask): EvaluatedRun {
  return evaluateJob(task, nodeSha256)
}

/** What a run needs to know from outside before it can be judged. */
export function planInquiries(task: InquiryTask): Inquiries {
  return inquiriesOf(task, nodeSha256)
}
