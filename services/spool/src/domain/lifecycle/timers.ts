import { isSettledHere } from '../agreement/lane.ts'
import { decideSettlement } from '../settlement/decide-settlement.ts'
import type { Decision, Entry } from './decision.ts'
import type { Spool } from './spool.ts'
import { flagsOf, isSettledByReceipts } from './flags.ts'

const byTimer: Entry['actor'] = { party_id: null, kind: 'service' }

/** When a proposal ends by itself: nothing is accepted after its expiry, or after its finality would have closed. */
export function proposalEnd({ agreement }: Spool): string | null {
  const ends = [agreement.economics.expiry, agreement.finality.closes_at].filter(
    (end) => typeof end === 'string',
  )
  return ends.toSorted()[0] ?? null
}

/** The instant at which a timer changes this Spool next, or null when none is set. */
export function dueAt(spool: Spool): string | null {
  const { status, finalizedAt } = spool.state
  if (status.outcome !== 'active') return null
  if (status.agreement !== 'accepted') return proposalEnd(spool)
  return finalizedAt === null ? spool.agreement.finality.closes_at : null
}

/**
 * What timers have made of a Spool by now, or null when nothing. The result depends on the Spool alone, so reading it
 * late, and sweeping it early, give the same bytes. A run that was asked for in time is let finish first.
 */
export function expireDue(spool: Spool, now: Date): (Decision & { at: string }) | null {
  const due = dueAt(spool)
  if (due === null || now.toISOString() < due) return null
  if (spool.state.openRun !== null) return null
  const at = due < spool.updatedAt ? spool.updatedAt : due
  return {
    at,
    ...(spool.state.status.agreement === 'accepted' ? finalised(spool, at) : expired(spool, at)),
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

/**
 * What follows from a terminal verdict, by a timer or by a run: what was fulfilled, the release of a committed settlement and, where
 * nothing is left to be settled here, completion. Leaves a Spool alone whose verdict is not terminal.
 */
export function settleVerdict(before: Spool, at: string): Decision {
  if (before.state.status.outcome !== 'active' || !flagsOf(before, new Date(at)).terminal) {
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
        ? [{ type: 'spool.completed', at, actor: byTimer, data: { earned_cents: earned } }]
        : []),
    ],
  }
}
