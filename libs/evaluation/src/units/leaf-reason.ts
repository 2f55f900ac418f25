import type { UnitReason } from '@outturn/checkers'
import type { UnitLeaf } from '@outturn/receipt-verifier'

export type LeafReason = UnitLeaf['reasons'][number]

/** A reason as the leaf of a unit gives it, with the condition that it is of. */
export function leafReason(conditionId: string, { code, field, unit }: UnitReason): LeafReason {
  return {
    condition_id: conditionId,
    code,
    ...(field !== undefined && { field }),
    ...(unit !== undefined && { unit }),
  }
}
