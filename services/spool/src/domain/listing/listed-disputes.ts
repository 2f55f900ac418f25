import type { ListedDispute } from '@outturn/contracts'
import type { Spool } from '../model/spool.ts'
import { partyOn, sideOf, type Viewer } from '../model/viewer.ts'

/** The disputes of a Spool in rows of a list of its party, the newest first. */
export function listedDisputes(spool: Spool, viewer: Viewer): ListedDispute[] {
  const { agreement, state } = spool
  const side = viewer.party === null ? 'buyer' : sideOf(viewer.party.role)
  const common = {
    spoolId: spool.id,
    spoolTitle: agreement.deliverable.title,
    side,
    otherParty: partyOn(spool, side === 'buyer' ? 'provider' : 'buyer').displayName,
    amountCents: agreement.value.amount_cents,
    earnedCents: state.lastRun?.earnedCents ?? null,
    currency: agreement.value.currency,
  }
  return state.disputes.toReversed().map((dispute) => ({
    ...common,
    id: dispute.id,
    receiptId: dispute.receiptId,
    status: dispute.status,
    openedBy: dispute.side,
    holdsSettlement: dispute.holdsSettlement,
    openedAt: dispute.openedAt,
    deadline: dispute.deadline,
    closedAt: dispute.closedAt,
  }))
}
