import type { DisputeView } from '@outturn/contracts'
import { canOf } from '../disputes/dispute-actions.ts'
import type { DecidedCondition, DisputeText } from '../model/casework/dispute-state.ts'
import type { Dispute, DisputeStatement, Spool } from '../model/spool.ts'
import type { Viewer } from '../model/viewer.ts'

/** A dispute with what its parties wrote: as it was opened, and afterwards. */
export type WrittenDispute = {
  readonly dispute: Dispute
  readonly said: DisputeStatement
  readonly texts: readonly DisputeText[]
}

/** A dispute as both parties of its Spool see it, with what this one may do. */
export function disputeView(
  spool: Spool,
  { dispute, said, texts }: WrittenDispute,
  viewer: Viewer,
): DisputeView {
  const { id, receiptId, status, side, proposal, resolution } = dispute
  const { proposedOutcomes } = said
  return {
    id,
    receipt_id: receiptId,
    spool_id: spool.id,
    status,
    opened_by: side,
    reason: said.reason,
    detail: said.detail,
    condition_ids: [...said.conditionIds],
    units: [...said.units],
    requested: said.remedy,
    ...(proposedOutcomes !== undefined && { proposed_outcomes: outcomesView(proposedOutcomes) }),
    evidence_refs: [...said.evidenceRefs],
    holds_settlement: dispute.holdsSettlement,
    hold_ends_at: dispute.holdEndsAt,
    hold_ended: dispute.holdEnded,
    resolver: spool.agreement.disputePolicy.resolver,
    opened_at: dispute.openedAt,
    deadline: dispute.deadline,
    proposal:
      proposal === null
        ? null
        : { by: proposal.by, condition_outcomes: outcomesView(proposal.outcomes), at: proposal.at },
    statements: texts.map(({ by, detail, evidenceRefs, at }) => ({
      ...{ by, detail, evidence: [...evidenceRefs], at },
    })),
    timeline: dispute.steps.map((step) => ({ ...step })),
    resolution:
      resolution === null
        ? null
        : {
            outcome: resolution.outcome,
            by: resolution.by,
            ...(resolution.reviewId !== undefined && { review_id: resolution.reviewId }),
            ...(resolution.replacementReceiptId !== undefined && {
              replacement_receipt_id: resolution.replacementReceiptId,
            }),
            at: resolution.at,
          },
    can: canOf({ spool, dispute, viewer }),
  }
}

function outcomesView(outcomes: readonly DecidedCondition[]) {
  return outcomes.map(({ conditionId, outcome }) => ({ condition_id: conditionId, outcome }))
}
