import { type JsonObject, type JsonValue, canonicalJson } from '@outturn/canonical'
import type { AggregationPolicy } from '../receipt/outcome-receipt.ts'
import type { AgreedValue } from './agreement-preimage.ts'
import { schemaId } from './schema-id.ts'

export interface PlannedCondition {
  readonly condition_id: string
  readonly required: boolean
  readonly verification_method: string
  readonly check: JsonObject | null
  readonly evidence_requirements: readonly JsonValue[]
}

/** How the agreed conditions will be judged, as the plan hash binds it. */
export interface VerificationPlan {
  readonly plan_version: string
  readonly compiler_version: string
  readonly evidence_policy_version: string
  readonly aggregation_policy: AggregationPolicy
  readonly conditions: readonly PlannedCondition[]
  readonly unitization: JsonObject | null
  readonly value: AgreedValue
}

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
