import type { HoldEnd } from '@outturn/vocabulary'
import { isSettledHere } from '../model/lane.ts'
import {
  disputeRunDue,
  holdEndedEntry,
  nextToExpire,
  openDisputes,
  resolvedEntry,
  withEnded,
  withHoldEnded,
} from '../model/casework/dispute.ts'
import type { OpenBlock } from '../model/casework/discrepancy.ts'
import { lapsedEntry, withoutBlock } from '../model/casework/discrepancy-changes.ts'
import { holdEnd, isHeld } from '../model/hold.ts'
import { decideSettlement } from './decide-settlement.ts'
import type { Decision, Entry } from '../model/decision.ts'
import { nextReviewToExpire, reviewToRun } from '../model/casework/review-state.ts'
import type { Review } from '../model/casework/review.ts'
import { closeReview } from '../model/casework/review-end.ts'
import type { Dispute, Spool } from '../model/spool.ts'
import { proposalEnd } from '../model/proposal-end.ts'
import { finalityEnd, flagsOf, isSettledByReceipts } from './flags.ts'

const byTimer: Entry['actor'] = { party_id: null, kind: 'service' }

/** What a timer does to a Spool: ends its proposal, closes its finality, ends a dispute, what it holds or a review, or makes a block a warning. */
type Due =
  | { at: string; does: 'end_proposal' | 'close_finality' }
  | { at: string; does: 'expire'; dispute: Dispute }
  | { at: string; does: 'end_hold'; dispute: Dispute; why: HoldEnd }
  | { at: string; does: 'lapse'; block: OpenBlock }
  | { at: string; does: 'expire_review'; review: Review }

/** Finality comes before a dispute that ends in the same instant. */
function duesOf(spool: Spool): Due[] {
  const { status, finalizedAt } = spool.state
  const dispute = nextToExpire(spool.state)
  const review = nextReviewToExpire(spool.state)
  const expiry: Due[] = [
    ...endingHolds(spool.state),
    ...lapsingBlocks(spool.state),
    ...(dispute === null ? [] : [{ at: dispute.deadline, does: 'expire' as const, dispute }]),
    ...(review === null ? [] : [{ at: review.expiresAt, does: 'expire_review' as const, review }]),
  ]
  if (status.outcome !== 'active') return expiry
  const isAgreed = status.agreement === 'accepted'
  const end = isAgreed ? (finalizedAt === null ? finalityEnd(spool) : null) : proposalEnd(spool)
  if (end === null) return expiry
  return [{ at: end, does: isAgreed ? 'close_finality' : 'end_proposal' }, ...expiry]
}

/** The disputes whose hold ends before they do. */
function endingHolds(state: Spool['state']): Due[] {
  return openDisputes(state).flatMap((dispute) => {
    const { id, deadline } = dispute
    const hold = state.holds.find((each) => each.id === id && each.blocks)
    if (hold === undefined) return []
    const { at, isAuthorizationEnding } = holdEnd(state, hold)
    const why = isAuthorizationEnding ? ('authorization_ending' as const) : ('budget_spent' as const)
    return at < deadline ? [{ at, does: 'end_hold' as const, dispute, why }] : []
  })
}

function lapsingBlocks(state: Spool['state']): Due[] {
  return state.discrepancies.blocks.flatMap((block) => {
    const hold = state.holds.find(({ id }) => id === block.id)
    // A payment whose authorization ends soon is made in time.
    return hold === undefined ? [] : [{ at: holdEnd(state, hold).at, does: 'lapse' as const, block }]
  })
}

/** The instant at which this Spool is to be looked at next, or null when none is set: by a timer, or to open the run of a decided case. */
export function dueAt(spool: Spool): string | null {
  const rerun = spool.state.openRun === null ? reviewToRun(spool.state)?.rerun : undefined
  const [first = null] = [
    ...duesOf(spool).map(({ at }) => at),
    ...(disputeRunDue(spool) === null ? [] : [spool.updatedAt]),
    ...(rerun === undefined || rerun === null ? [] : [rerun.notBefore]),
  ].toSorted()
  return first
}

/**
 * What the next timer has made of a Spool by now, or null when nothing. The result depends on the Spool alone, so reading it
 * late, and sweeping it early, give the same bytes. A run that was asked for in time is let finish first. `key` tells timers
 * apart that a Spool has several of.
 */
export function expireDue(spool: Spool, now: Date): (Decision & { at: string; key: string | null }) | null {
  if (spool.state.openRun !== null) return null
  const dues = duesOf(spool).map((due) => ({ due, at: due.at < spool.updatedAt ? spool.updatedAt : due.at }))
  const [next] = dues.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1))
  if (next === undefined || now.toISOString() < next.due.at) return null
  const { at, due } = next
  switch (due.does) {
    case 'end_proposal':
      return { at, key: null, ...expired(spool, at) }
    case 'close_finality':
      return { at, key: null, ...finalised(spool, at) }
    case 'end_hold':
      return { at, key: `hold:${due.dispute.id}`, ...holdEnded(spool, due, at) }
    case 'lapse':
      return { at, key: due.block.id, ...lapsed(spool, due.block, at) }
    case 'expire':
      return { at, key: due.dispute.id, ...disputeExpired(spool, due.dispute, at) }
    case 'expire_review': {
      const closed = closeReview(spool, due.review, 'expired', { at, actor: byTimer })
      return { at, key: due.review.id, ...closed }
    }
    default:
      return due satisfies never
  }
}

function expired(spool: Spool, at: string): Decision {
  const status = { ...spool.state.status, agreement: 'expired', outcome: 'expired' } as const
  return {
    spool: { ...spool, state: { ...spool.state, status, statusReason: null } },
    entries: [{ type: 'spool.expired', at, actor: byTimer, data: {} }],
  }
}

/** Closes the finality of an accepted Spool for good. */
function finalised(spool: Spool, at: string): Decision {
  const closed = { ...spool, state: { ...spool.state, finalizedAt: at } }
  const settled = settleVerdict(closed, at)
  return {
    spool: settled.spool,
    entries: [
      {
        type: 'verification.finalized',
        at,
        actor: byTimer,
        data: { runs: spool.state.runs, result: spool.state.lastRun?.result ?? null },
      },
      ...settled.entries,
    ],
  }
}

/** Ends a dispute by its deadline: the receipt stands, and what it held goes on. */
function disputeExpired(spool: Spool, dispute: Dispute, at: string): Decision {
  const state = { ...spool.state, ...withEnded(spool.state, [dispute], 'expired', at) }
  const settled = settleVerdict({ ...spool, state }, at)
  return {
    spool: settled.spool,
    entries: [resolvedEntry(dispute, 'expired', { at, actor: byTimer }), ...settled.entries],
  }
}

/** Ends what a dispute holds, because its side has held for as long as it may, or the payment would be lost: the money goes on, and so does the dispute. */
function holdEnded(spool: Spool, { dispute, why }: { dispute: Dispute; why: HoldEnd }, at: string): Decision {
  const state = { ...spool.state, ...withHoldEnded(spool.state, dispute, why, at) }
  const settled = settleVerdict({ ...spool, state }, at)
  return {
    spool: settled.spool,
    entries: [holdEndedEntry(dispute, why, { at, actor: byTimer }), ...settled.entries],
  }
}

/** Makes a block a warning that is still open: what it held goes on. */
function lapsed(spool: Spool, block: OpenBlock, at: string): Decision {
  const state = { ...spool.state, ...withoutBlock(spool.state, block.id, at) }
  const settled = settleVerdict({ ...spool, state }, at)
  return {
    spool: settled.spool,
    entries: [lapsedEntry(block, { at, actor: byTimer }), ...settled.entries],
  }
}

/**
 * What follows from a terminal verdict, by a timer or by a run: what was fulfilled, the release of a committed settlement and, where
 * nothing is left to be settled here, completion. Leaves a Spool alone whose verdict is not terminal, and one that something
 * holds: the end of that decides again.
 */
export function settleVerdict(before: Spool, at: string): Decision {
  if (before.state.status.outcome !== 'active' || !flagsOf(before, new Date(at)).terminal) {
    return { spool: before, entries: [] }
  }
  // A decision of a reviewer may change what was earned: its run decides again.
  if (isHeld(before.state) || reviewToRun(before.state) !== null) {
    return { spool: before, entries: [] }
  }
  const { spool, entries } = decideSettlement(before, at)
  const { state, agreement } = spool
  const { status, lastRun } = state
  const earned = lastRun?.earnedCents ?? 0
  const fulfillment =
    lastRun?.result === 'pass' ? 'fulfilled' : earned > 0 ? 'partially_fulfilled' : 'unfulfilled'
  const isSettledElsewhere = !isSettledHere(agreement.lane)
  const isPaid = status.settlement === 'settled' || status.settlement === 'voided'
  const isComplete = earned === 0 || isSettledElsewhere || isPaid || isSettledByReceipts(state)
  return {
    spool: {
      ...spool,
      state: {
        ...state,
        status: { ...status, fulfillment, outcome: isComplete ? 'completed' : status.outcome },
      },
    },
    entries: [
      ...entries,
      ...(isComplete
        ? [{ type: 'spool.completed' as const, at, actor: byTimer, data: { earned_cents: earned } }]
        : []),
    ],
  }
}
