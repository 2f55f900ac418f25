import type { Sha256, JsonObject } from '@outturn/canonical'
import type { StepBudget, ValueRules } from '@outturn/checkers'
import type { ConditionEvidence } from '../evidence/condition-evidence.ts'
import type { PlanCondition } from '@outturn/agreement'
import type { UnitLayout } from '../units/unit-layout.ts'

/** What an executor is given to judge one condition. */
export interface Execution {
  readonly condition: PlanCondition
  readonly evidence: ConditionEvidence
  /** Null on a Spool without units. */
  readonly layoutOf: (rows: readonly JsonObject[]) => UnitLayout | null
  /** Whether each item is judged; where not, the latest document stands for all. */
  readonly everyItemCounts: boolean
  /** The recorded time of the run. */
  readonly evaluatedAt: string
  /** How single values are read and compared. */
  readonly rules: ValueRules
  readonly sha256: Sha256
  /** What all checks of the run may still spend. */
  readonly budget: StepBudget
}
