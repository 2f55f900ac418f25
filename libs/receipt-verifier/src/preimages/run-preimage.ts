import { canonicalJson } from '@outturn/canonical'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'
import { schemaId } from './schema-id.ts'

/** What a verification run judged and found, as the run digest binds it. */
export type VerificationRun = Omit<
  OutcomeReceipt['verification'],
  'run_digest' | 'decision_authority' | 'attempt'
> &
  Pick<OutcomeReceipt, 'evidence_root' | 'condition_results' | 'result' | 'units' | 'amounts'>

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
