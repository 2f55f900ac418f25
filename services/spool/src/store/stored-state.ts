import type { Side } from '@outturn/vocabulary'
import type { HeldTime, Hold } from '../domain/model/hold.ts'
import { initialState } from '../domain/model/new-spool.ts'
import type { Agreement, Dispute, RunSummary, SpoolState } from '../domain/model/spool.ts'

/** A state as the column holds it. Rows of earlier versions lack the members that their version did not know. */
export type StoredState = Partial<Omit<SpoolState, 'disputes' | 'openRun' | 'lastRun' | 'status'>> &
  Pick<SpoolState, 'status'> & {
    disputes?: readonly StoredDispute[]
    openRunId?: string | null
    lastRun?: StoredRun | null
  }

type LaterMembers = 'conditionIds' | 'holdEnded' | 'holdEndsAt'
type StoredDispute = Omit<Dispute, LaterMembers> & Partial<Pick<Dispute, LaterMembers>>

type StoredRun = Omit<RunSummary, 'isIrremediable' | 'ways'> &
  Partial<Pick<RunSummary, 'isIrremediable' | 'ways'>>

export function toStoredState({ openRun, payouts: _, ...state }: SpoolState): StoredState {
  return { ...state, openRunId: openRun?.runId ?? null }
}

/** The one place that reads rows of earlier versions: what they lack is as it was at the start of the Spool. */
export function fromStoredState(
  { openRunId = null, lastRun = null, disputes = [], ...stored }: StoredState,
  agreement: Agreement,
): SpoolState {
  return {
    ...initialState(agreement.mode, ''),
    evidenceCount: deliveredCount(stored, agreement),
    countedRuns: stored.runs ?? 0,
    deliveredAt: stored.newestEvidenceAt ?? null,
    ...stored,
    ...heldBy(disputes, stored),
    openRun: openRunId === null ? null : { runId: openRunId },
    lastRun: lastRun === null ? null : { isIrremediable: false, ways: [], ...lastRun },
  }
}

/**
 * A version that kept no holds also runs beside this one while a release is rolled out: a dispute that it opened has its hold here, and one
 * that it ended has none.
 */
function heldBy(
  stored: readonly StoredDispute[],
  { holds = [], heldTime }: Pick<StoredState, 'heldTime' | 'holds'>,
): Pick<SpoolState, 'disputes' | 'heldTime' | 'holds'> {
  const open = stored.filter(({ status }) => status === 'open')
  const earlier = open.filter(({ holdEndsAt }) => holdEndsAt === undefined)
  const held = [
    ...holds.filter(({ id, cause }) => cause !== 'dispute' || open.some((each) => each.id === id)),
    ...earlier.map(holdOfEarlier),
  ]
  const timeOf = (side: Side): HeldTime => {
    const { spentMs, since } = heldTime?.[side] ?? { spentMs: 0, since: null }
    const own = held.filter((each) => each.side === side && each.blocks)
    const opened = earlier.filter((each) => each.side === side).map(({ openedAt }) => openedAt)
    return { spentMs, since: own.length === 0 ? null : (since ?? opened.toSorted()[0] ?? null) }
  }
  return {
    disputes: stored.map((each) => ({
      ...{ conditionIds: [], holdEnded: null },
      ...each,
      holdEndsAt:
        each.holdEndsAt === undefined ? (each.holdsSettlement ? each.deadline : null) : each.holdEndsAt,
    })),
    holds: held,
    heldTime: { buyer: timeOf('buyer'), provider: timeOf('provider') },
  }
}

function holdOfEarlier({ id, side, receiptId, holdsSettlement, deadline }: StoredDispute): Hold {
  return { id, cause: 'dispute', side, receiptId, blocks: holdsSettlement, until: deadline }
}

/** Before items were counted, only a one-call delivery had any: one for each condition. */
function deliveredCount({ status }: Pick<SpoolState, 'status'>, { conditions }: Agreement): number {
  const isEmpty = status.fulfillment === 'pending' || status.fulfillment === 'in_progress'
  return isEmpty ? 0 : conditions.length
}
