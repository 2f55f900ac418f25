import { canonicalJson } from '@outturn/canonical'
import type { BundledPlan } from '../bundle/replay-bundle.ts'
import { schemaId } from './schema-id.ts'

/** How the agreed conditions will be judged, as the plan hash binds it. */
export type VerificationPlan = Omit<BundledPlan, 'schema'>

/** Canonical text whose SHA-256 is `plan_hash`. */
export function planPreimage(slug: string, plan: VerificationPlan): string {
  return canonicalJson({
    schema: schemaId(slug, 'verification-plan'),
    plan_version: plan.plan_version,
    compiler_version: plan.compiler_version,
    evidence_policy_version: plan.evidence_policy_version,
    aggregation_policy: plan.aggregation_policy,
    conditions: plan.conditions.map((condition) => ({
      condition_id: condition.condition_id,
      required: condition.required,
      verification_method: condition.verification_method,
      check: condition.check,
      evidence_requirements: condition.evidence_requirements,
    })),
    unitization: plan.unitization,
    value: { amount_cents: plan.value.amount_cents, currency: plan.value.currency },
  })
}
