import type { ClaimClass, EvidenceType, ProvenanceSlug } from '@outturn/vocabulary'

/** How its submitter came by an item; `observed_at` is in UTC. */
export type ClaimedProvenance = { method: ProvenanceSlug; observed_at?: string }

/** What a caller submits as evidence, before it is known what it holds and for whom it speaks. */
export type EvidenceDraft = {
  type: EvidenceType
  source: string
  provenance: ClaimedProvenance | null
  /** The item with the names that it was sent by, whose canonical JSON is its size. */
  sent: Readonly<Record<string, unknown>>
  conditionId: string
  metadata: Readonly<Record<string, unknown>>
  onBehalfOf: string | null
  claimClass: ClaimClass | null
}

/** Rows that were delivered: the canonical JSON of their list, with its length in UTF-8 and how many they are. */
export type DeliveredRows = { readonly text: string; readonly bytes: number; readonly count: number }

/** The evidence of a one-call verification: rows, with `sent` as all that was sent beside them. */
export type DeliveryDraft = Pick<EvidenceDraft, 'type' | 'source' | 'provenance' | 'sent'> & {
  rows: DeliveredRows
}
