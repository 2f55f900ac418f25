import type { OneCallRequest } from '@outturn/contracts'
import { defaultClaimClass } from '@outturn/evaluation'
import type { Condition, Evidence } from '../lifecycle/spool.ts'
import { assertItemSize, type ContentHashes, keptContent } from './evidence-content.ts'

/** What a one-call verification is given to judge: one item for each condition, all of the same content. */
export type Delivery = { items: Evidence[]; content: { digest: string; text: string } }

export function deliveredEvidence(
  { evidence }: OneCallRequest,
  conditions: readonly Condition[],
  facts: { at: string; evidenceId: (index: number) => string; hashes: ContentHashes },
): Delivery {
  const { rows, ...rest } = evidence
  const { digest, text, rowsBytes } = keptContent({ kind: 'rows', rows: rows as never }, facts.hashes)
  const bytes = rowsBytes + Buffer.byteLength(facts.hashes.canonical(rest))
  assertItemSize(bytes, 'evidence.rows')
  const provenance =
    typeof evidence.provenance === 'object'
      ? evidence.provenance
      : { method: evidence.provenance ?? ('uploaded_json' as const) }
  const observedAt =
    'observed_at' in provenance && provenance.observed_at !== undefined
      ? new Date(provenance.observed_at).toISOString()
      : null
  const items = conditions.map((condition, index) => ({
    id: facts.evidenceId(index),
    conditionId: condition.id,
    type: evidence.type,
    source: evidence.source ?? 'one-call',
    claimClass: defaultClaimClass(evidence.type),
    provenance: provenance.method,
    provenanceDetail: observedAt === null ? provenance : { ...provenance, observed_at: observedAt },
    onBehalfOf: 'provider' as const,
    contentDigest: digest,
    bytes,
    observedAt,
    receivedAt: facts.at,
  }))
  return { items, content: { digest, text } }
}
