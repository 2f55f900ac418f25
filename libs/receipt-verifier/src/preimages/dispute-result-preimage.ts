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

/** Canonical text that the proof of such a decision is made over. */
export function disputeResultPreimage(slug: string, result: SignedDisputeResult): string {
  return canonicalJson({ schema: schemaId(slug, 'dispute-result'), ...result })
}
