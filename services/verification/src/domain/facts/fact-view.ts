import type { FactView } from '@outturn/contracts'
import type { Fact } from './fact.ts'

/** A fact as the parties of its Spool see it. */
export function toFactView(fact: Fact & { readonly sourceName: string }): FactView {
  return {
    id: fact.id,
    source_id: fact.sourceId,
    source_name: fact.sourceName,
    spool_id: fact.spoolId,
    ...fact.values,
    observed_at: fact.observedAt,
    provenance: fact.provenance,
    content_digest: fact.contentDigest,
    registered_by: fact.registeredBy,
    self_asserted: fact.isSelfAsserted,
    supersedes: fact.supersedes,
    superseded_by: fact.supersededBy,
    webhook_id: fact.webhookId,
  }
}
