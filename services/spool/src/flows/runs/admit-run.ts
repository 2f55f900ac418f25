import type { RunEstimate } from '@outturn/evaluation'
import type { Agreement, Evidence } from '../../domain/model/spool.ts'
import { estimatedRun, overLimit, type RunLimitName } from '../../domain/runs/run-admission.ts'

/** Counts a verification that was refused because it would cost too much, by the limit that it was over. */
export type CountRefusedRun = (limit: RunLimitName) => void

/** Refuses a verification that would cost more than one may, before anything is reserved, kept or judged. */
export function admitRun(
  { countRefusedRun }: { readonly countRefusedRun: CountRefusedRun },
  agreement: Pick<Agreement, 'plan'>,
  evidence: readonly Evidence[],
  field: string,
): RunEstimate {
  const estimate = estimatedRun(agreement, evidence)
  const over = overLimit(estimate, field)
  if (over === null) return estimate
  countRefusedRun(over.limit)
  throw over.refusal
}
