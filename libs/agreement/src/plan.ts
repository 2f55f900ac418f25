import { DeterministicCheck } from '@outturn/checkers'
import { confirmationMethods, verificationMethods, type VerificationMethod } from '@outturn/vocabulary'
import { z } from 'zod'
import { EvidenceRequirement } from './evidence-requirement.ts'
import { ConditionId } from './ids.ts'
import { CitedClaim, ExternalJudge } from './method-terms.ts'
import { Unitization } from './unitization.ts'
import { listOf } from './json.ts'

/** The agreed amount. */
export const AgreedValue = z.strictObject({
  amount_cents: z
    .int()
    .min(0)
    .meta({ description: 'Agreed price of the whole delivery, in cents.', examples: [50000] }),
  currency: z.string().meta({ description: 'Currency of the price.', examples: ['USD'] }),
})
export type AgreedValue = z.infer<typeof AgreedValue>

/** Terms of a `human_confirmed` condition: which sides must confirm it. */
const ConfirmationTerms = z.strictObject({
  confirmation_method: z.enum(confirmationMethods).describe('Parties that must confirm the condition.'),
})
const ClaimTerms = z.strictObject({
  claim_cited: CitedClaim.describe('Claim that a model checks against the evidence.'),
})
export type ClaimTerms = z.infer<typeof ClaimTerms>
const JudgeTerms = z.strictObject({
  external_judge: ExternalJudge.describe('External party whose signed result decides the condition.'),
})

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
  condition_id: ConditionId.describe('ID of the condition.'),
  required: z.boolean().describe('True if the verdict depends on the condition.'),
  verification_method: z.enum(verificationMethods).describe('Method that decides the condition.'),
  check: PlanCheck.nullable().describe(
    'Checker that decides the condition, or the terms of another verification method; null if there is neither.',
  ),
  evidence_requirements: listOf(EvidenceRequirement).describe(
    'Requirements that the evidence for the condition must meet.',
  ),
})
export type PlanCondition = z.infer<typeof PlanCondition>

/** The rule by which the results of conditions become a verdict. */
export const AggregationPolicy = z
  .strictObject({
    policy_id: z.string().meta({ description: 'Name of the rule.', examples: ['all_mandatory_pass'] }),
    policy_version: z.string().meta({ description: 'Version of the rule.', examples: ['1'] }),
  })
  .meta({ id: 'AggregationPolicy' })

/** The frozen plan of a run: with a schema id in front it is the preimage of the plan hash. */
export const VerificationPlan = z.strictObject({
  plan_version: z.string().meta({ description: 'Version of the plan format.', examples: ['1'] }),
  compiler_version: z.string().meta({
    description: 'Version of the compiler that made the plan from the agreement.',
    examples: ['1.0.0'],
  }),
  evidence_policy_version: z
    .string()
    .meta({ description: 'Version of the rules for accepting evidence.', examples: ['3'] }),
  aggregation_policy: AggregationPolicy.describe(
    'Rule that combines the condition results into the verdict.',
  ),
  conditions: listOf(PlanCondition).describe(
    'Conditions of the plan, in the order in which they were agreed.',
  ),
  unitization: Unitization.nullable().describe(
    'Number of units and the price of each; null if the work is not split into units.',
  ),
  value: AgreedValue.describe('Agreed price of the whole delivery.'),
})
export type VerificationPlan = z.infer<typeof VerificationPlan>

/** The checker that a condition declares, or null when it is judged by another method. */
export function checkerOf(check: PlanCheck | null): DeterministicCheck | null {
  return check !== null && 'checker' in check ? check : null
}
