import { instantText, parseInstant } from '@outturn/checkers'
import type { DeliveryRequest, EvidenceRequest } from '@outturn/contracts'
import type {
  ClaimedProvenance,
  DeliveredRows,
  DeliveryDraft,
  EvidenceDraft,
} from '../domain/evidence/evidence-draft.ts'

/** What a request submits as evidence. */
export function evidenceDraftOf(request: EvidenceRequest): EvidenceDraft {
  return {
    conditionId: request.condition_id,
    type: request.type,
    source: request.source,
    metadata: withoutNulls(request.metadata),
    onBehalfOf: request.on_behalf_of ?? null,
    claimClass: request.claim_class ?? null,
    provenance: provenanceOf(request.provenance),
    sent: request,
  }
}

/** Members of the metadata that null leaves out. In all others, `json` among them, null is a value. */
const absentWhenNull: ReadonlySet<string> = new Set([
  'rows',
  'text',
  'content_base64',
  'media_type',
  'url',
  'sha256',
])

function withoutNulls(metadata: EvidenceRequest['metadata']): EvidenceDraft['metadata'] {
  const isAbsent = ([name, value]: [string, unknown]) => value === null && absentWhenNull.has(name)
  const members = Object.entries(metadata)
  return members.some(isAbsent) ? Object.fromEntries(members.filter((each) => !isAbsent(each))) : metadata
}

/** What a one-call verification delivers. */
export function deliveryDraftOf(
  { evidence: sent }: Pick<DeliveryRequest, 'evidence'>,
  rows: DeliveredRows,
): DeliveryDraft {
  const { type, source = 'one-call', provenance } = sent
  return { type, source, provenance: provenanceOf(provenance), rows, sent }
}

/** The contract takes no other time than one that can be read. */
function exactText(sent: string): string {
  const instant = parseInstant(sent)
  if (instant === null) throw new Error(`${sent} is no time`)
  return instantText(instant)
}

function provenanceOf(provenance: EvidenceRequest['provenance']): ClaimedProvenance | null {
  if (provenance === undefined) return null
  if (typeof provenance === 'string') return { method: provenance }
  const { observed_at: observedAt, ...rest } = provenance
  return { ...rest, ...(observedAt !== undefined && { observed_at: exactText(observedAt) }) }
}
