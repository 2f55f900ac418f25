import { judgeAiAssisted } from './ai-assisted-executor.ts'
import type { ConditionJudgment } from './condition-judgment.ts'
import { judgeDeterministic } from './deterministic-executor.ts'
import type { Execution } from './execution.ts'
import { judgeExternalTool } from './external-tool-executor.ts'
import { judgeHumanConfirmed } from './human-confirmed-executor.ts'
import type { VerificationMethod } from '@outturn/vocabulary'

/** Who judges a condition, by its method; a method without its terms is never passed. */
export const executors: Readonly<Record<VerificationMethod, (execution: Execution) => ConditionJudgment>> = {
  deterministic: judgeDeterministic,
  human_confirmed: judgeHumanConfirmed,
  ai_assisted: judgeAiAssisted,
  external_tool: judgeExternalTool,
}
