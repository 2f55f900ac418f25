import { type PlannedObservation, plannedObservations } from '@outturn/checkers'
import { nodeSha256 } from '@outturn/receipt-verifier/node'
import { type EvaluatedRun, type EvaluationTask, evaluateJob } from '../domain/evaluate-job.ts'
import { withContents } from '../domain/evidence-contents.ts'

/** Judges a run, in whichever thread this module was loaded. */
export function evaluate(task: EvaluationTask): EvaluatedRun {
  return evaluateJob(task, nodeSha256)
}

/** The URLs that a run needs observed before it can be judged. */
export function planObservations({
  job,
  fetched,
}: Omit<EvaluationTask, 'observations'>): readonly PlannedObservation[] {
  return plannedObservations(job.plan, withContents(job, fetched, nodeSha256))
}
