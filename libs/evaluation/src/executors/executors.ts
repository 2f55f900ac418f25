import type { Sha256 } from '@outturn/canonical'
import type { ConditionEvidence } from '../evidence/active-evidence.ts'
import { judgeAiAssisted } from './ai-assisted-executor.ts'
import type { ConditionJudgment } from './condition-judgment.ts'
import { judgeDeterministic } from './deterministic-executor.ts'
import { judgeExternalTool } from './external-tool-executor.ts'
import { judgeHumanConfirmed } from './human-confirmed-executor.ts'
import type { JsonObject } from '@outturn/checkers'
import type { VerificationMethod } from '@outturn/vocabulary'
import type { PlanCondition } from '@outturn/agreement'
import type { UnitLayout } from '../units/unit-layout.ts'

/** What an executor is given to judge one condition. */
export interface Execution {
  readonly condition: PlanCondition
  readonly evidence: ConditionEvidence
  /** Null on a Spool without units. */
  readonly layoutOf: (rows: readonly JsonObject[]) => UnitLayout | null
  /** The recorded time of the run. */
  readonly evaluatedAt: string
  readonly sha256: Sha256
}

export type Executor = (execution: Execution) => ConditionJudgment

/** Who judges a condition, by its method; a method without its terms is never passed. */
export const executors: { readonly [Method in VerificationMethod]: Executor } = {
  deterministic: judgeDeterministic,
  human_confirmed: judgeHumanConfirmed,
  ai_assisted: judgeAiAssisted,
  external_tool: judgeExternalTool,
}
