import { type Sha256, digestOf, portableSha256 } from '@outturn/canonical'
import { planPreimage } from '@outturn/receipt-verifier/issuing'
import type { AgreedValue, PlanCondition, Unitization, VerificationPlan } from '@outturn/agreement'

export const planVersion = '1'
export const compilerVersion = '1.0.0'
/**
 * Of the rules by which evidence counts. From version 2 on all conditions of a run are judged on one delivery; from version 3 on
 * every condition is judged on all of that delivery that it can read, bound conditions are held to one content for each
 * source, and the same content sent again is nothing new.
 */
export const evidencePolicyVersion = '3'
/** The versions by which this program can judge: a plan keeps the rules that it was agreed with. */
export const evidencePolicyVersions: readonly string[] = ['1', '2', evidencePolicyVersion]
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

/** Whether the plan has its conditions judged on one delivery, and not each on what was sent for it alone. */
export function judgesOneDelivery({ evidence_policy_version: version }: PolicyOfPlan): boolean {
  return version !== '1'
}

/** Whether each condition of the plan is judged on all of that delivery that it can read. */
export function judgesWholeDelivery({ evidence_policy_version: version }: PolicyOfPlan): boolean {
  return version !== '1' && version !== '2'
}

type PolicyOfPlan = Pick<VerificationPlan, 'evidence_policy_version'>
