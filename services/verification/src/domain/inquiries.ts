import type { Sha256 } from '@outturn/canonical'
import { needsNetwork } from '@outturn/checkers'
import { checkerOf } from '@outturn/agreement'
import {
  type PlannedObservation,
  type PlannedQuestion,
  plannedObservations,
  plannedQuestions,
} from '@outturn/evaluation'
import type { RunJob } from '@outturn/contracts'
import type { EvaluationTask } from './evaluate-job.ts'
import { withContents } from './evidence-contents.ts'

/** What must be looked at and asked before a run can be judged. */
export type Inquiries = {
  readonly observations: readonly PlannedObservation[]
  readonly questions: readonly PlannedQuestion[]
}

export type InquiryTask = Pick<EvaluationTask, 'job' | 'fetched'>

/** Whether a run may need to know anything beyond its evidence. */
export function needsInquiries({ plan }: Pick<RunJob, 'plan'>): boolean {
  return plan.conditions.some(({ check, verification_method }) => {
    const agreed = checkerOf(check)
    return verification_method === 'ai_assisted' || (agreed !== null && needsNetwork(agreed))
  })
}

/** The inquiries of a run: a function of its frozen input, so that a repeated run makes the same ones. */
export function inquiriesOf({ job, fetched }: InquiryTask, sha256: Sha256): Inquiries {
  const evidence = withContents(job, fetched, sha256)
  const { plan, evaluatedAt, slug } = job
  return {
    observations: plannedObservations(plan, evidence),
    questions: plannedQuestions(plan, { slug, evidence, evaluatedAt }, sha256),
  }
}
