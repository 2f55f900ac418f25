import { canonicalJson } from '@outturn/canonical'
import type { Verdict } from '@outturn/vocabulary'
import type { AggregationPolicy, Amounts, ConditionResult, UnitCounts } from '../receipt/outcome-receipt.ts'
import { schemaId } from './schema-id.ts'

/** What a verification run judged and found, as the run digest binds it. */
export interface VerificationRun {
  readonly run_id: string
  readonly plan_version: string
  readonly plan_hash: string
  readonly compiler_version: string
  readonly evidence_policy_version: string
  readonly aggregation_policy: AggregationPolicy
  readonly evidence_root: string
  readonly condition_results: readonly ConditionResult[]
  readonly result: Verdict
  readonly units: UnitCounts | null
  readonly amounts: Amounts
}

/** Canonical text whose SHA-256 is `run_digest`. */
export function runPreimage(slug: string, run: VerificationRun): string {
  return canonicalJson({
    schema: schemaId(slug, 'verification-run'),
    run_id: run.run_id,
    plan_version: run.plan_version,
    plan_hash: run.plan_hash,
    compiler_version: run.compiler_version,
    evidence_policy_version: run.evidence_policy_version,
    aggregation_policy: run.aggregation_policy,
    evidence_root: run.evidence_root,
    condition_results: run.condition_results,
    result: run.result,
    units: run.units,
    amounts: run.amounts,
  })
}
