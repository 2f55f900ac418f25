import type { DisputeView } from '@outturn/contracts'
import type { Dispute, DisputeStatement, Spool } from '../model/spool.ts'

/** A dispute as both parties of its Spool see it. */
export function disputeView(
  { id: spoolId, agreement }: Spool,
  dispute: Dispute,
  said: DisputeStatement,
): DisputeView {
  const { id, receiptId, status, side, holdsSettlement, openedAt, deadline, closedAt } = dispute
  return {
    id,
    receipt_id: receiptId,
    spool_id: spoolId,
    status,
    opened_by: side,
    reason: said.reason,
    detail: said.detail,
    condition_ids: [...said.conditionIds],
    units: [...said.units],
    requested: said.remedy,
    evidence_refs: [...said.evidenceRefs],
    holds_settlement: holdsSettlement,
    resolver: agreement.disputePolicy.resolver,
    opened_at: openedAt,
    deadline,
    timeline: [
      { type: 'opened', at: openedAt },
      ...(status === 'open' || closedAt === null ? [] : [{ type: status, at: closedAt }]),
    ],
    resolution: null,
  }
}
