import type { SpoolView } from '@outturn/contracts'
import type { Evidence, SpoolState } from '../model/spool.ts'
import type { Viewer } from '../model/viewer.ts'

/** An item as its reader sees it: what its submitter said beside the content is for both parties, and for no one else. */
export function evidenceView(
  item: Evidence,
  viewer: Viewer,
  { withdrawn }: Pick<SpoolState, 'withdrawn'>,
): SpoolView['evidence'][number] {
  const withdrawnAt = withdrawn[item.id]
  return {
    id: item.id,
    condition_id: item.conditionId ?? '',
    type: item.type,
    source: item.source,
    claim_class: item.claimClass,
    on_behalf_of: item.onBehalfOf,
    supplied_by: item.submittedBy ?? null,
    provenance: item.provenanceDetail,
    content_digest: item.contentDigest,
    bytes: item.bytes,
    ...(item.dialect !== undefined && { dialect: item.dialect }),
    received_at: item.receivedAt,
    ...(withdrawnAt !== undefined && { withdrawn_at: withdrawnAt }),
    ...(viewer.party !== null && item.metadata !== undefined && { metadata: item.metadata }),
  }
}
