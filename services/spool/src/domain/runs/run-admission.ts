import { estimateRun, limitOver, type RunEstimate, type SizedItem } from '@outturn/evaluation'
import { Refusal } from '@outturn/contracts'
import type { Agreement, Evidence } from '../model/spool.ts'

export type RunLimitName = NonNullable<ReturnType<typeof limitOver>>['limit']

/** What a run over this evidence costs, told before any work is done for it. */
export function estimatedRun({ plan }: Pick<Agreement, 'plan'>, evidence: readonly Evidence[]): RunEstimate {
  const items = evidence.map(
    (item): SizedItem => ({
      ...item,
      rows: item.rows ?? 0,
      bytes: Math.max(item.bytes, item.characters ?? 0),
    }),
  )
  return estimateRun(plan, items)
}

const measures: Record<RunLimitName, readonly [what: string, reduce: string]> = {
  rows: [
    'rows to read, each as often as a condition reads it',
    'Send fewer rows, or agree on fewer conditions.',
  ],
  steps: ['steps of work', 'Send fewer rows or shorter texts, or agree on fewer conditions and phrases.'],
  outcomeBytes: [
    'bytes of unit results if every unit fails',
    'Agree on fewer units, on fewer conditions for each unit, or on shorter names of fields.',
  ],
}

/** The refusal of a run that costs more than one run may, and the limit that it is over; null for one that may run. */
export function overLimit(
  estimate: RunEstimate,
  field: string,
): { readonly limit: RunLimitName; readonly refusal: Refusal } | null {
  const over = limitOver(estimate)
  if (over === null) return null
  const [what, reduce] = measures[over.limit]
  const message = `This verification would take ${Math.ceil(over.estimated)} ${what}; at most ${over.most} are taken.`
  return {
    limit: over.limit,
    refusal: new Refusal('input_too_large', message, {
      field,
      reason: 'run_too_large',
      remediation: `${reduce} Nothing was charged and nothing of this request was kept.`,
    }),
  }
}
