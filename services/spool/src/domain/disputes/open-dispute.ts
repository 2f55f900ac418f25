import { conflict, invalidState, outOfScope, unprocessable } from '@outturn/contracts'
import { isOneOf, type Side } from '@outturn/vocabulary'
import { isOpenDispute } from '../model/casework/dispute.ts'
import { noneSaid } from '../model/casework/dispute-state.ts'
import { assertHeld } from '../model/held-items.ts'
import type { Decision } from '../model/decision.ts'
import { isBilateral } from '../lifecycle/guards.ts'
import type { Dispute, DisputeStatement, Evidence, Spool } from '../model/spool.ts'
import { assertOutcomes } from './decided-outcomes.ts'
import { actionContextOf, assertGuards } from '../lifecycle/transitions.ts'
import { sideOf, type Viewer } from '../model/viewer.ts'
import { disputeWindowEnd, isInDisputeWindow } from '../model/dispute-window.ts'
import { budgetEnd, type Hold, holdEnd, isHoldable, windowEnd, withHold } from '../model/hold.ts'

/** Disputes that a side may open of one Spool, over all its receipts. */
export const maxDisputes = 5
const mayDispute = ['full', 'counterparty'] as const

/** Where one party agreed alone there is no one to dispute with, and a review of the receipt is binding. */
const hasOtherParty = {
  ...isBilateral,
  message: 'A dispute needs another party; a unilateral Spool has one.',
  remediation:
    'Ask a person to review the receipt: POST /api/v1/receipts/{receipt_id}/reviews. The decision is binding on a Spool of one party.',
}

/** What a party disputes, and why. */
export type AskedDispute = { disputeId: string; receiptId: string; said: DisputeStatement }

/** The Spool with a new dispute of its latest receipt. Refuses one that its caller, the time or what was said before does not allow. */
export function openDispute(
  { spool, evidence }: { spool: Spool; evidence: readonly Evidence[] },
  viewer: Viewer,
  { disputeId, receiptId, said }: AskedDispute,
  now: Date,
): Decision {
  const { state } = spool
  const side = assertMayDispute(spool, viewer, now)
  assertLatest(receiptId, state.latestReceiptId)
  assertWithinWindow(spool, receiptId, now)
  assertRoom(state.disputes, receiptId, side)
  assertNamedOnce(said)
  assertAbout(spool, evidence, said)
  assertProposed(spool, said)
  const at = now.toISOString()
  const deadline = windowEnd(spool, at)
  const { holdEndsAt, holdEnded } = heldBy(spool, side, at, deadline)
  const dispute: Dispute = {
    id: disputeId,
    receiptId,
    side,
    status: 'open',
    conditionIds: said.conditionIds,
    holdsSettlement: holdEndsAt !== null,
    holdEndsAt,
    holdEnded,
    openedAt: at,
    deadline,
    isDeadlineMoved: false,
    closedAt: null,
    ...{ proposal: null, decision: null, resolution: null },
    steps: [{ type: 'opened', at, by: side }],
    said: noneSaid,
  }
  const hold: Hold = {
    ...{ id: disputeId, cause: 'dispute', side, receiptId },
    ...{ blocks: dispute.holdsSettlement, until: holdEndsAt ?? deadline },
  }
  return {
    spool: {
      ...spool,
      state: { ...state, ...withHold(state, hold, at), disputes: [...state.disputes, dispute] },
    },
    entries: [
      {
        type: 'dispute.opened',
        at,
        actor: { party_id: viewer.party?.partyId ?? null, kind: 'party' },
        data: {
          dispute_id: disputeId,
          receipt_id: receiptId,
          reason: said.reason,
          requested: said.remedy,
          holds_settlement: dispute.holdsSettlement,
          deadline: dispute.deadline,
        },
      },
    ],
    dispute: { id: disputeId, said },
  }
}

/**
 * Until when a dispute that is opened now holds the money: none by agreement, because it moves, for want of budget, or because its
 * authorization ends too soon.
 */
function heldBy(
  spool: Spool,
  side: Side,
  at: string,
  deadline: string,
): Pick<Dispute, 'holdEnded' | 'holdEndsAt'> {
  const none = { holdEndsAt: null, holdEnded: null }
  if (!spool.agreement.disputePolicy.holds_settlement || !isHoldable(spool.state)) return none
  const spent = budgetEnd(spool, side, at)
  const until = spent < deadline ? spent : deadline
  if (until <= at) return none
  if (holdEnd(spool.state, { until }).at <= at) return { ...none, holdEnded: 'authorization_ending' }
  return { holdEndsAt: until, holdEnded: null }
}

/** Refuses a dispute of the latest receipt that a caller may not open now, whatever it would say. */
export function assertMayDisputeLatest(spool: Spool, viewer: Viewer, now: Date): void {
  const side = assertMayDispute(spool, viewer, now)
  const { latestReceiptId, disputes } = spool.state
  if (latestReceiptId === null) {
    throw invalidState('There is no receipt yet, so there is nothing to dispute.', {
      reason: 'not_latest_receipt',
      remediation: 'Verify the Spool first: a verification ends with a receipt.',
    })
  }
  assertWithinWindow(spool, latestReceiptId, now)
  assertRoom(disputes, latestReceiptId, side)
}

/** The side of a caller that may dispute. */
function assertMayDispute(spool: Spool, viewer: Viewer, now: Date): Side {
  if (viewer.party === null || !isOneOf(mayDispute, viewer.scope)) {
    throw outOfScope(`A caller of scope ${viewer.scope} may not open a dispute.`, mayDispute)
  }
  assertGuards([hasOtherParty], actionContextOf(spool, viewer, now))
  return sideOf(viewer.party.role)
}

function assertLatest(receiptId: string, latestReceiptId: string | null): void {
  if (receiptId === latestReceiptId) return
  throw conflict(`Receipt ${receiptId} is not the latest of its Spool.`, {
    reason: 'not_latest_receipt',
    remediation: `Dispute ${latestReceiptId} instead.`,
  })
}

function assertWithinWindow(spool: Spool, receiptId: string, now: Date): void {
  if (isInDisputeWindow(spool, now)) return
  throw invalidState(`Receipt ${receiptId} could be disputed until ${disputeWindowEnd(spool)}.`, {
    reason: 'dispute_window_over',
    remediation: 'Settle the matter with the other party; this service takes no dispute of it any more.',
  })
}

/** A party has one open dispute of a receipt, and cannot fill a Spool, or hold it without end by one after the other. */
function assertRoom(disputes: readonly Dispute[], receiptId: string, side: Side): void {
  const own = disputes.filter((each) => each.side === side)
  const open = own.find((each) => each.receiptId === receiptId && isOpenDispute(each))
  if (open !== undefined) {
    throw conflict(`The ${side} disputes this receipt already: ${open.id}, until ${open.deadline}.`, {
      reason: 'dispute_open',
      remediation: `Read it with GET /api/v1/disputes/${open.id}.`,
    })
  }
  if (own.length < maxDisputes) return
  throw conflict(`The ${side} has opened ${maxDisputes} disputes of this Spool, the most there may be.`, {
    reason: 'dispute_limit_reached',
    remediation: 'Settle the matter with the other party.',
  })
}

/** What a dispute is about must be there. */
function assertAbout(
  { agreement }: Spool,
  evidence: readonly Evidence[],
  { conditionIds, units, evidenceRefs }: DisputeStatement,
): void {
  const known = new Set(agreement.conditions.map(({ id }) => id))
  const condition = conditionIds.findIndex((id) => !known.has(id))
  if (condition >= 0) {
    throw unprocessable(
      `condition_ids[${condition}]`,
      `The agreement has no condition ${conditionIds[condition]}.`,
      { remediation: 'Name conditions of this Spool by their ids.' },
    )
  }
  const total = agreement.unitization?.total_units ?? 0
  const unit = units.findIndex((each) => each > total)
  if (unit >= 0) {
    throw unprocessable(
      `units[${unit}]`,
      total === 0
        ? 'The agreement has no units.'
        : `The agreement has ${total} units; there is no unit ${units[unit]}.`,
      { remediation: 'Name units by their numbers, 1 for the first, or leave units out.' },
    )
  }
  assertHeld(evidenceRefs, evidence, 'evidence_refs')
}

/** Outcomes are proposed for a corrected receipt alone. */
function assertProposed(spool: Spool, { remedy, proposedOutcomes }: DisputeStatement): void {
  if (proposedOutcomes === undefined) return
  if (remedy !== 'correct_receipt') {
    throw unprocessable('proposed_outcomes', `Outcomes are proposed with correct_receipt, not ${remedy}.`, {
      remediation: 'Leave proposed_outcomes out, or ask for correct_receipt.',
    })
  }
  assertOutcomes(proposedOutcomes, spool, 'proposed_outcomes')
}

/** What a dispute names it names once. */
function assertNamedOnce({ conditionIds, units, evidenceRefs }: DisputeStatement): void {
  const lists = { condition_ids: conditionIds, units, evidence_refs: evidenceRefs }
  for (const [field, named] of Object.entries(lists)) {
    const again = named.findIndex((each, index) => named.indexOf(each as never) < index)
    if (again < 0) continue
    throw unprocessable(`${field}[${again}]`, `${field} names ${named[again]} twice.`, {
      remediation: 'Name each once.',
    })
  }
}
