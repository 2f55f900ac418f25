import type { Sha256 } from '@outturn/receipt-verifier'
import type { ConditionEvidence } from './active-evidence.ts'
import type { ConditionJudgement } from './condition-judgement.ts'
import { judgeDeterministic } from './deterministic-executor.ts'
import type { JsonObject } from './json-value.ts'
import type { PlanCondition, VerificationMethod } from './run-input.ts'
import type { UnitLayout } from './unit-layout.ts'

/** What an executor is given to judge one condition. */
export interface Execution {
  readonly condition: PlanCondition
  readonly evidence: ConditionEvidence
  /** Null on a Spool without units. */
  readonly layoutOf: (rows: readonly JsonObject[]) => UnitLayout | null
  readonly sha256: Sha256
}

export type Executor = (execution: Execution) => ConditionJudgement

/** Who judges a condition, by its method. A method that nobody can execute here is never passed. */
export const executors: { readonly [Method in VerificationMethod]: Executor } = {
  deterministic: judgeDeterministic,
  human_confirmed: notExecutable,
  ai_assisted: notExecutable,
  external_tool: notExecutable,
}

function notExecutable({ condition, evidence }: Execution): ConditionJudgement {
  return {
    result: 'not_evaluated',
    reason: `executor_unavailable: nothing here can execute ${condition.verification_method}`,
    verifierId: `executor.${condition.verification_method}`,
    verifierVersion: '1.0.0',
    evidenceRefs: evidence.usable.map((item) => item.id),
    effect: { kind: 'gate', outcome: 'uncertain', cause: { code: 'executor_unavailable' } },
  }
}
