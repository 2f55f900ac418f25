import { assertItemSize } from '@outturn/contracts'
import { defaultClaimClass } from '@outturn/evaluation'
import type { Condition, Evidence } from '../model/spool.ts'
import { type ContentHashes, keptRows } from '../evidence/evidence-content.ts'
import { assertTrueProvenance } from '../evidence/claimed-provenance.ts'
import type { DeliveryDraft } from '../evidence/evidence-draft.ts'
import { assertOwnLabel } from '../model/casework/required-sources.ts'
import { assertFormOfType } from '../evidence/submitted-content.ts'

/** What a one-call verification is given to judge: one item for each condition, all of the same content. */
export type Delivery = { items: Evidence[]; content: { digest: string; text: string } }

export function deliveredEvidence(
  { type, source, rows, sent, ...draft }: DeliveryDraft,
  conditions: readonly Condition[],
  facts: { at: string; evidenceId: (index: number) => string; hashes: ContentHashes },
): Delivery {
  assertFormOfType(type, 'rows', 'evidence.type')
  assertOwnLabel(source, 'evidence.source')
  assertTrueProvenance(
    draft.provenance,
    { kind: 'rows', rows: [] },
    { at: facts.at, field: 'evidence.provenance' },
  )
  const { digest, text } = keptRows(rows.text, facts.hashes)
  const bytes = rows.bytes + Buffer.byteLength(facts.hashes.canonical(sent))
  assertItemSize(bytes, 'evidence.rows')
  const provenance = draft.provenance ?? { method: 'uploaded_json' }
  const items = conditions.map((condition, index) => ({
    id: facts.evidenceId(index),
    conditionId: condition.id,
    type,
    source,
    claimClass: defaultClaimClass(type),
    provenance: provenance.method,
    provenanceDetail: provenance,
    onBehalfOf: 'provider' as const,
    contentDigest: digest,
    bytes,
    rows: rows.count,
    observedAt: provenance.observed_at ?? null,
    receivedAt: facts.at,
  }))
  return { items, content: { digest, text } }
}
