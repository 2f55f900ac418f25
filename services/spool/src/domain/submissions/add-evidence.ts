import type { Side } from '@outturn/vocabulary'
import type { Decision } from '../model/decision.ts'
import type { Evidence, Spool, SpoolState } from '../model/spool.ts'
import { judgesSame, newlySupplied } from '../evidence/judged-contents.ts'

/** Adds submitted items to a Spool, with one entry of its history for all of them. */
export function addEvidence(
  spool: Spool,
  items: Evidence[],
  submission: {
    /** What the Spool holds already. */
    held: readonly Evidence[]
    at: string
    partyId: string | null
    /** The side whose limit the items count against. */
    side: Side
    contents: { digest: string; text: string }[]
    data: Record<string, unknown>
  },
): Decision {
  const { state } = spool
  const { at, contents, data, held, side } = submission
  const isOfProvider = side === 'provider'
  const counted = side === 'buyer' ? 'buyerEvidenceCount' : 'evidenceCount'
  return {
    spool: {
      ...spool,
      state: {
        ...state,
        status: { ...state.status, fulfillment: 'evidence_submitted' },
        [counted]: state[counted] + items.length,
        deliveredAt: isOfProvider ? (state.deliveredAt ?? at) : state.deliveredAt,
        suppliedAfterRuns: isOfProvider ? suppliedAfterRuns(spool, held, items) : state.suppliedAfterRuns,
        newestEvidenceAt: judgesSame(spool.agreement, held, [...held, ...items])
          ? state.newestEvidenceAt
          : at,
      },
    },
    entries: [
      { type: 'evidence.submitted', at, actor: { party_id: submission.partyId, kind: 'party' }, data },
    ],
    evidence: items,
    contents,
  }
}

/** The same content sent again is no new evidence, so it answers no dispute. */
function suppliedAfterRuns(
  { agreement, state }: Spool,
  held: readonly Evidence[],
  items: readonly Evidence[],
): SpoolState['suppliedAfterRuns'] {
  const { runs, openRun, suppliedAfterRuns: known } = state
  const begun = runs + (openRun === null ? 0 : 1)
  return {
    ...known,
    ...Object.fromEntries(newlySupplied(agreement, held, items).map((id) => [id, begun])),
  }
}
