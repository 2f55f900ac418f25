import type { Side } from '@outturn/vocabulary'
import type { HeldTime, Hold } from '../domain/model/hold.ts'
import { isOpenDispute } from '../domain/model/casework/dispute.ts'
import { noneSaid } from '../domain/model/casework/dispute-state.ts'
import { initialState } from '../domain/model/new-spool.ts'
import type { Agreement, Dispute, RunSummary, SpoolState } from '../domain/model/spool.ts'

/** A state as the column holds it. Rows of earlier versions lack the members that their version did not know. */
export type StoredState = Partial<Omit<SpoolState, 'disputes' | 'openRun' | 'lastRun' | 'status'>> &
  Pick<SpoolState, 'status'> & {
    disputes?: readonly StoredDispute[]
    openRunId?: string | null
    lastRun?: StoredRun | null
  }

type LaterMembers =
  | 'conditionIds'
  | 'decision'
  | 'holdEnded'
  | 'holdEndsAt'
  | 'isDeadlineMoved'
  | 'proposal'
  | 'resolution'
  | 'said'
  | 'steps'
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
  const open = stored.filter(isOpenDispute)
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
    disputes: stored.map(fromStoredDispute),
    holds: held,
    heldTime: { buyer: timeOf('buyer'), provider: timeOf('provider') },
  }
}

function holdOfEarlier({ id, side, receiptId, holdsSettlement, deadline }: StoredDispute): Hold {
  return { id, cause: 'dispute', side, receiptId, blocks: holdsSettlement, until: deadline }
}

function fromStoredDispute(stored: StoredDispute): Dispute {
  const { openedAt, closedAt, deadline, holdsSettlement, side, status } = stored
  const known = stored.steps ?? [{ type: 'opened', at: openedAt, by: side }]
  const isClosed = closedAt !== null && (status === 'expired' || status === 'withdrawn')
  const hasEnd = known.some(({ type }) => type === status)
  return {
    ...{ conditionIds: [], isDeadlineMoved: false, holdEnded: null },
    ...{ proposal: null, decision: null, resolution: null, said: noneSaid },
    holdEndsAt: holdsSettlement ? deadline : null,
    ...stored,
    steps: isClosed && !hasEnd ? [...known, { type: status, at: closedAt }] : known,
  }
}

/** Before items were counted, only a one-call delivery had any: one for each condition. */
function deliveredCount({ status }: Pick<SpoolState, 'status'>, { conditions }: Agreement): number {
  const isEmpty = status.fulfillment === 'pending' || status.fulfillment === 'in_progress'
  return isEmpty ? 0 : conditions.length
}
