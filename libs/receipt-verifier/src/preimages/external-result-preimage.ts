import { canonicalJson } from '@outturn/canonical'
import { schemaId } from './schema-id.ts'

/** What an outside judge signs of its result; every member as it was sent, `evidence_refs` empty when left out. */
export interface SignedJudgment {
  readonly spool_id: string
  readonly agreement_hash: string
  readonly evaluator: string
  readonly verdict: string
  readonly condition_results: readonly object[]
  readonly observed_at: string
  readonly evidence_refs: readonly string[]
}

/** Canonical text that the proof of an external result is made over; other members do not enter it. */
export function externalResultPreimage(slug: string, judgment: SignedJudgment): string {
  return canonicalJson({
    schema: schemaId(slug, 'external-result'),
    spool_id: judgment.spool_id,
    agreement_hash: judgment.agreement_hash,
    evaluator: judgment.evaluator,
    verdict: judgment.verdict,
    condition_results: judgment.condition_results,
    observed_at: judgment.observed_at,
    evidence_refs: judgment.evidence_refs,
  })
}
