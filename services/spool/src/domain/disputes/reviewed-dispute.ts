import { invalidState, unprocessable } from '@outturn/contracts'
import { settleVerdict } from '../lifecycle/timers.ts'
import { isOpenDispute, resolvedEntry, withDispute, withResolved } from '../model/casework/dispute.ts'
import type { DisputeResolution } from '../model/casework/dispute-state.ts'
import type { Decision, Entry } from '../model/decision.ts'
import { budgetEnd, windowEnd, withHoldChanged } from '../model/hold.ts'
import type { Dispute, Spool } from '../model/spool.ts'

const byService: Entry['actor'] = { party_id: null, kind: 'service' }

/** The open dispute that a review is asked for; refuses one that a review does not resolve, or that has ended. */
export function reviewableDispute({ agreement, state }: Spool, disputeId: string): Dispute {
  const dispute = state.disputes.find(({ id }) => id === disputeId)
  if (dispute === undefined) {
    throw unprocessable('dispute_id', `This Spool has no dispute ${disputeId}.`, {
      remediation: 'Send the id of an open dispute of this Spool, or leave dispute_id out.',
    })
  }
  if (agreement.disputePolicy.resolver !== 'review') {
    throw invalidState('By the agreement a review does not resolve disputes.', {
      reason: 'no_review_resolver',
      remediation: 'Leave dispute_id out: the review is then one of the receipt alone.',
    })
  }
  if (!isOpenDispute(dispute)) {
    throw invalidState(`Dispute ${disputeId} has ended: it is ${dispute.status}.`, {
      reason: 'dispute_closed',
      remediation: 'Leave dispute_id out, or dispute the latest receipt.',
    })
  }
  return dispute
}

/** The latest end of a review of a dispute: never past two windows after the dispute was opened. */
export function latestReviewEnd(spool: Pick<Spool, 'agreement'>, { openedAt }: Dispute): string {
  return windowEnd(spool, windowEnd(spool, openedAt))
}

/**
 * The Spool once a binding review of a dispute has begun, or one has become binding. The deadline moves to the end of the review where
 * that is later, once; what the dispute holds goes on with it, within the budget of its side. A dispute that has ended stays as it is.
 */
export function reviewStarted(
  spool: Spool,
  { disputeId, reviewId, expiresAt }: { disputeId: string; reviewId: string; expiresAt: string },
  at: string,
): Decision {
  const dispute = spool.state.disputes.find(({ id }) => id === disputeId)
  if (dispute?.status !== 'open' || dispute.decision !== null) return { spool, entries: [] }
  const moved = movedDeadline(spool, dispute, expiresAt)
  const holdEndsAt = dispute.holdsSettlement ? heldTill(spool, dispute, moved, at) : dispute.holdEndsAt
  const change = {
    status: 'under_review' as const,
    deadline: moved,
    isDeadlineMoved: dispute.isDeadlineMoved || moved !== dispute.deadline,
    holdEndsAt,
  }
  const until = dispute.holdsSettlement ? (holdEndsAt ?? moved) : moved
  const state = {
    ...spool.state,
    ...withHoldChanged(spool.state, disputeId, { until }, at),
    disputes: withDispute(spool.state.disputes, disputeId, change, { type: 'under_review', at }),
  }
  return {
    spool: { ...spool, state },
    entries: [
      {
        type: 'dispute.under_review',
        at,
        actor: byService,
        data: {
          ...{ dispute_id: disputeId, receipt_id: dispute.receiptId, review_id: reviewId },
          deadline: moved,
        },
      },
    ],
  }
}

function movedDeadline(spool: Spool, dispute: Dispute, expiresAt: string): string {
  const latest = latestReviewEnd(spool, dispute)
  const end = expiresAt < latest ? expiresAt : latest
  return dispute.isDeadlineMoved || end <= dispute.deadline ? dispute.deadline : end
}

function heldTill(spool: Spool, { side }: Dispute, deadline: string, at: string): string {
  const spent = budgetEnd(spool, side, at)
  return spent < deadline ? spent : deadline
}

/** How a review of a dispute ended: by a decision of its reviewer, or without one, which leaves the dispute open. */
export type ReviewEnd =
  | { outcome: 'upheld' }
  | { outcome: 'overturned'; replacementReceiptId: string }
  | { outcome: 'undecided' }

/** The Spool once a review of a dispute has ended. A dispute that has ended meanwhile stays as it is. */
export function reviewEnded(
  spool: Spool,
  { disputeId, reviewId }: { disputeId: string; reviewId: string },
  end: ReviewEnd,
  at: string,
): Decision {
  const dispute = spool.state.disputes.find(({ id }) => id === disputeId)
  if (dispute?.status !== 'under_review') return { spool, entries: [] }
  if (end.outcome === 'undecided') {
    const step = { type: 'review_ended', at } as const
    const disputes = withDispute(spool.state.disputes, disputeId, { status: 'open' }, step)
    return { spool: { ...spool, state: { ...spool.state, disputes } }, entries: [] }
  }
  const outcome = end.outcome === 'upheld' ? 'upheld' : 'corrected'
  const resolution: DisputeResolution = {
    ...({ outcome, by: 'review', reviewId, at } as const),
    ...(end.outcome === 'overturned' && { replacementReceiptId: end.replacementReceiptId }),
  }
  const state = { ...spool.state, ...withResolved(spool.state, dispute, resolution) }
  const settled = settleVerdict({ ...spool, state }, at)
  return {
    spool: settled.spool,
    entries: [resolvedEntry(dispute, outcome, { at, actor: byService }, 'review'), ...settled.entries],
  }
}
