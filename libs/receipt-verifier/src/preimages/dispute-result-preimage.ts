import { canonicalJson } from '@outturn/canonical'
import { schemaId } from './schema-id.ts'

/** What an outside judge signs of its decision on a dispute; `condition_outcomes` empty where the receipt stands. */
export interface SignedDisputeResult {
  readonly dispute_id: string
  readonly receipt_id: string
  readonly spool_id: string
  readonly agreement_hash: string
  readonly evaluator: string
  readonly decision: string
  readonly condition_outcomes: readonly { readonly condition_id: string; readonly outcome: string }[]
  readonly observed_at: string
}

/** Canonical text that the proof of such a decision is made over; other members do not enter it. */
export function disputeResultPreimage(slug: string, result: SignedDisputeResult): string {
  return canonicalJson({
    schema: schemaId(slug, 'dispute-result'),
    dispute_id: result.dispute_id,
    receipt_id: result.receipt_id,
    spool_id: result.spool_id,
    agreement_hash: result.agreement_hash,
    evaluator: result.evaluator,
    decision: result.decision,
    condition_outcomes: result.condition_outcomes.map(({ condition_id, outcome }) => ({
      condition_id,
      outcome,
    })),
    observed_at: result.observed_at,
  })
}
