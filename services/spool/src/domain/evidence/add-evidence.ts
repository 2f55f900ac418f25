import type { Side } from '@outturn/vocabulary'
import type { Decision } from '../lifecycle/decision.ts'
import type { Evidence, Spool } from '../lifecycle/spool.ts'

/** Adds submitted items to a Spool, with one entry of its history for all of them. */
export function addEvidence(
  spool: Spool,
  items: Evidence[],
  submission: {
    at: string
    partyId: string | null
    /** The side whose limit the items count against. */
    side: Side
    contents: { digest: string; text: string }[]
    data: Record<string, unknown>
  },
): Decision {
  const { state } = spool
  const { at, contents, data, side } = submission
  const counted = side === 'buyer' ? 'buyerEvidenceCount' : 'evidenceCount'
  return {
    spool: {
      ...spool,
      state: {
        ...state,
        status: { ...state.status, fulfillment: 'evidence_submitted' },
        [counted]: state[counted] + items.length,
        deliveredAt: side === 'provider' ? (state.deliveredAt ?? at) : state.deliveredAt,
        newestEvidenceAt: at,
      },
    },
    entries: [
      { type: 'evidence.submitted', at, actor: { party_id: submission.partyId, kind: 'party' }, data },
    ],
    evidence: items,
    contents,
  }
}
