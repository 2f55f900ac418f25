import type { DisputeFinding } from '@outturn/agreement'
import { confirmableDigest, type ConfirmationHashes } from '../confirmations/confirmed-evidence.ts'
import type { ContentHashes } from '../evidence/evidence-content.ts'
import { type SystemEvidence, systemContent } from '../evidence/recorded-content.ts'
import type { DecidedCondition, DisputeDecision } from '../model/casework/dispute-state.ts'
import type { Dispute, Evidence, Spool } from '../model/spool.ts'

export type FindingFacts = {
  readonly at: string
  readonly evidenceIdOf: (conditionId: string) => string
  readonly hashes: ContentHashes & ConfirmationHashes
}

/** The items by which the outcomes of a decided dispute enter a run, one for each condition that was decided. */
export function findingItems(
  {
    dispute,
    by,
    outcomes,
  }: { dispute: Dispute; by: DisputeDecision['by']; outcomes: readonly DecidedCondition[] },
  { spool, judged }: { spool: Spool; judged: readonly Evidence[] },
  { at, evidenceIdOf, hashes }: FindingFacts,
): SystemEvidence[] {
  const { resolver_ref: judge } = spool.agreement.disputePolicy
  return outcomes.map(({ conditionId, outcome }) => {
    const finding: DisputeFinding = {
      kind: 'dispute',
      dispute_id: dispute.id,
      receipt_id: dispute.receiptId,
      decided_by: by,
      ...(by === 'external' && judge !== undefined && { judge }),
      outcome,
      confirmed_evidence_digest: confirmableDigest(spool, judged, { conditionId }, hashes),
    }
    const content = systemContent(finding, hashes)
    return {
      content,
      item: {
        id: evidenceIdOf(conditionId),
        conditionId,
        type: 'confirmation',
        source: 'dispute',
        claimClass: 'actor_identity',
        provenance: 'third_party_attested',
        provenanceDetail: {
          method: 'third_party_attested',
          collector: by === 'external' && judge !== undefined ? judge : 'dispute',
          observed_at: at,
          reference: dispute.id,
        },
        onBehalfOf: dispute.side,
        contentDigest: content.digest,
        bytes: content.bytes,
        observedAt: at,
        receivedAt: at,
      },
    }
  })
}
