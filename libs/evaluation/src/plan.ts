import { type Sha256, digestOf, portableSha256 } from '@outturn/canonical'
import { planPreimage } from '@outturn/receipt-verifier/issuing'
import type { AgreedValue, PlanCondition, Unitization, VerificationPlan } from '@outturn/agreement'

export const planVersion = '1'
export const compilerVersion = '1.0.0'
export const evidencePolicyVersion = '1'
export const aggregationPolicy = { policy_id: 'all_mandatory_pass', policy_version: '1' } as const

/** The conditions of an agreement in their order, with the versions of the rules that will judge them. */
export function compilePlan(terms: {
  readonly conditions: readonly PlanCondition[]
  readonly unitization: Unitization | null
  readonly value: AgreedValue
}): VerificationPlan {
  return {
    plan_version: planVersion,
    compiler_version: compilerVersion,
    evidence_policy_version: evidencePolicyVersion,
    aggregation_policy: aggregationPolicy,
    conditions: terms.conditions,
    unitization: terms.unitization,
    value: terms.value,
  }
}

/** The canonical text whose SHA-256 is the plan hash. */
export function planText(slug: string, plan: VerificationPlan): string {
  return planPreimage(slug, plan)
}

/** The plan hash: 64 hexadecimal digits. */
export function planHash(slug: string, plan: VerificationPlan, sha256: Sha256 = portableSha256): string {
  return digestOf(planText(slug, plan), sha256)
}
