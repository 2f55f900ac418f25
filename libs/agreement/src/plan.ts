import { DeterministicCheck } from '@outturn/checkers'
import { confirmationMethods, verificationMethods, type VerificationMethod } from '@outturn/vocabulary'
import { z } from 'zod'
import { EvidenceRequirement } from './evidence-requirement.ts'
import { ConditionId } from './ids.ts'
import { CitedClaim, ExternalJudge } from './method-terms.ts'
import { Unitization } from './unitization.ts'
import { listOf } from './json.ts'

/** The agreed amount. */
export const AgreedValue = z.strictObject({ amount_cents: z.int().min(0), currency: z.string() })
export type AgreedValue = z.infer<typeof AgreedValue>

/** Terms of a `human_confirmed` condition: which sides must confirm it. */
const ConfirmationTerms = z.strictObject({ confirmation_method: z.enum(confirmationMethods) })
const ClaimTerms = z.strictObject({ claim_cited: CitedClaim })
export type ClaimTerms = z.infer<typeof ClaimTerms>
const JudgeTerms = z.strictObject({ external_judge: ExternalJudge })

/** What a condition is judged by: its one checker, or the terms of its method. */
export const PlanCheck = z.union([DeterministicCheck, ConfirmationTerms, ClaimTerms, JudgeTerms])
export type PlanCheck = z.infer<typeof PlanCheck>

/** The check of a condition by its method. */
export const planCheckOf = {
  deterministic: DeterministicCheck,
  human_confirmed: ConfirmationTerms,
  ai_assisted: ClaimTerms,
  external_tool: JudgeTerms,
} satisfies { readonly [Method in VerificationMethod]: z.ZodType<PlanCheck> }

export const PlanCondition = z.strictObject({
  condition_id: ConditionId,
  required: z.boolean(),
  verification_method: z.enum(verificationMethods),
  check: PlanCheck.nullable(),
  evidence_requirements: listOf(EvidenceRequirement),
})
export type PlanCondition = z.infer<typeof PlanCondition>

/** The frozen plan of a run: with a schema id in front it is the preimage of the plan hash. */
export const VerificationPlan = z.strictObject({
  plan_version: z.string(),
  compiler_version: z.string(),
  evidence_policy_version: z.string(),
  aggregation_policy: z.strictObject({ policy_id: z.string(), policy_version: z.string() }),
  conditions: listOf(PlanCondition),
  unitization: Unitization.nullable(),
  value: AgreedValue,
})
export type VerificationPlan = z.infer<typeof VerificationPlan>

/** The checker that a condition declares, or null when it is judged by another method. */
export function checkerOf(check: PlanCheck | null): DeterministicCheck | null {
  return check !== null && 'checker' in check ? check : null
}
