import type { RunOutcome } from '@outturn/agreement'
import type { CommandOutput, Preflight, priceRun } from '@outturn/contracts'
import { correctiveHint } from '../runs/conclude-run.ts'
import { type Agreement, decisionAuthorityOf } from '../lifecycle/spool.ts'

/** The answer to a one-call verification that was only tried: what would bind, cost and come of it. */
export function preflight(
  agreement: Agreement,
  outcome: RunOutcome,
  price: CommandOutput<typeof priceRun>,
): Preflight {
  const hint = correctiveHint(agreement.plan.conditions, outcome)
  return {
    dry_run: true,
    conditions: agreement.conditions.map((condition) => ({ ...condition })),
    unitization: agreement.unitization,
    value: { amount_cents: agreement.value.amount_cents, currency: agreement.value.currency },
    plan_hash: agreement.planHash,
    price: {
      pricing_version: price.pricingVersion,
      verification_micros: price.verificationMicros,
      compile_micros: price.compileMicros,
      total_micros: price.totalMicros,
      covered_by: price.coveredBy,
    },
    result: outcome.result,
    earned_cents: outcome.earnedCents,
    accepted: outcome.accepted,
    rejected: outcome.rejected,
    rejections: [...outcome.rejections],
    ...(outcome.rejectionsTruncated && { rejections_truncated: true }),
    condition_results: outcome.conditionResults.map((result) => ({ ...result })),
    decision_authority: decisionAuthorityOf(agreement.conditions),
    ...(hint !== null && { corrective_hint: hint }),
  }
}
