import { readJson } from '@outturn/canonical'
import type { ReportedValue } from '@outturn/agreement'
import type { Side } from '@outturn/vocabulary'
import type { Fact, FactProvenance } from '../../domain/facts/fact.ts'

/** A fact as its table has it. */
export type FactRow = {
  fact_id: string
  source_id: string
  spool_id: string
  subject: string
  predicate: string
  value: string
  quantity: bigint | null
  amount_cents: bigint | null
  currency: string | null
  occurred_at: Date
  observed_at: Date
  provenance: FactProvenance
  content_digest: string
  registered_by: Side
  self_asserted: boolean
  webhook_id: string | null
  sent_seconds: bigint
  sent_id: string
  sent_index: number
  supersedes: string | null
  superseded_by: string | null
}

/** The columns of a `FactRow`, for a table that is called `fact`. */
export const factColumns = `fact.fact_id, fact.source_id, fact.spool_id, fact.subject, fact.predicate, fact.value, fact.quantity,
  fact.amount_cents, fact.currency, fact.occurred_at, fact.observed_at, fact.provenance, fact.content_digest, fact.registered_by,
  fact.self_asserted, fact.webhook_id, fact.sent_seconds, fact.sent_id, fact.sent_index, fact.supersedes, fact.superseded_by`

export function fromFactRow(row: FactRow): Fact {
  return {
    id: row.fact_id,
    sourceId: row.source_id,
    spoolId: row.spool_id,
    values: {
      subject: row.subject,
      predicate: row.predicate,
      value: readJson(row.value) as ReportedValue,
      occurred_at: row.occurred_at.toISOString(),
      ...(row.quantity !== null && { quantity: Number(row.quantity) }),
      ...(row.amount_cents !== null && { amount_cents: Number(row.amount_cents) }),
      ...(row.currency !== null && { currency: row.currency }),
    },
    contentDigest: row.content_digest,
    observedAt: row.observed_at.toISOString(),
    provenance: row.provenance,
    registeredBy: row.registered_by,
    isSelfAsserted: row.self_asserted,
    webhookId: row.webhook_id,
    sent: { seconds: Number(row.sent_seconds), id: row.sent_id, index: row.sent_index },
    supersedes: row.supersedes,
    supersededBy: row.superseded_by,
  }
}

/** A new fact as a statement takes it in a list of JSON. */
export function toFactRow(fact: Fact, identityDigest: string): Record<string, unknown> {
  const { values, sent } = fact
  return {
    fact_id: fact.id,
    source_id: fact.sourceId,
    spool_id: fact.spoolId,
    identity_digest: identityDigest,
    subject: values.subject,
    predicate: values.predicate,
    value: JSON.stringify(values.value),
    quantity: values.quantity ?? null,
    amount_cents: values.amount_cents ?? null,
    currency: values.currency ?? null,
    occurred_at: values.occurred_at,
    observed_at: fact.observedAt,
    provenance: fact.provenance,
    content_digest: fact.contentDigest,
    registered_by: fact.registeredBy,
    self_asserted: fact.isSelfAsserted,
    webhook_id: fact.webhookId,
    sent_seconds: sent.seconds,
    sent_id: sent.id,
    sent_index: sent.index,
    supersedes: fact.supersedes,
    superseded_by: fact.supersededBy,
  }
}
