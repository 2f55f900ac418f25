import type { DisputeStatus, HoldEnd, Side } from '@outturn/vocabulary'
import type { Entry } from './history.ts'
import { withHoldReleased, withoutHolds } from './hold.ts'
import type { Dispute, SpoolState } from './spool.ts'

export function openDisputes({ disputes }: Pick<SpoolState, 'disputes'>): Dispute[] {
  return disputes.filter(({ status }) => status === 'open')
}

/** The open dispute whose deadline comes first; null where none is open. */
export function nextToExpire(state: Pick<SpoolState, 'disputes'>): Dispute | null {
  const [first = null] = openDisputes(state).toSorted((a, b) => (a.deadline < b.deadline ? -1 : 1))
  return first
}

/** Whether a dispute is open that none of these sides opened. */
export function isDisputedByOther(state: Pick<SpoolState, 'disputes'>, sides: readonly Side[]): boolean {
  return openDisputes(state).some(({ side }) => !sides.includes(side))
}

/** The open disputes that a further run would not answer: the provider side has submitted nothing new for the conditions that they name. */
export function unansweredDisputes(
  state: Pick<SpoolState, 'disputes' | 'runs' | 'suppliedAfterRuns'>,
): Dispute[] {
  const { runs, suppliedAfterRuns: supplied } = state
  const isNew = (conditionId: string) => (supplied[conditionId] ?? -1) >= runs
  const isAnyNew = Object.keys(supplied).some(isNew)
  return openDisputes(state).filter(({ conditionIds }) => {
    // A condition without evidence of its own is judged by what was submitted for the others.
    const isAnswered = (id: string) => (supplied[id] === undefined ? isAnyNew : isNew(id))
    return conditionIds.length === 0 ? !isAnyNew : !conditionIds.some(isAnswered)
  })
}

/** The receipts whose readers are told of an open dispute: the one that is disputed, and the latest, which took its place. */
export function disputedReceipts(
  state: Pick<SpoolState, 'disputes' | 'latestReceiptId'>,
): ReadonlySet<string> {
  const latest = state.latestReceiptId ?? []
  return new Set(openDisputes(state).flatMap(({ receiptId }) => [receiptId].concat(latest)))
}

type DisputeState = Pick<SpoolState, 'disputes' | 'heldTime' | 'holds'>

/** The disputes once these have ended, with what they held. */
export function withEnded(
  state: DisputeState,
  ended: readonly Pick<Dispute, 'id'>[],
  status: Exclude<DisputeStatus, 'open'>,
  at: string,
): DisputeState {
  const ids = ended.map(({ id }) => id)
  return {
    ...withoutHolds(state, ids, at),
    disputes: state.disputes.map((each) =>
      ids.includes(each.id) ? { ...each, status, closedAt: at } : each,
    ),
  }
}

/** The disputes once this one holds the money no longer, and goes on. */
export function withHoldEnded(
  state: DisputeState,
  { id, deadline }: Pick<Dispute, 'deadline' | 'id'>,
  holdEnded: HoldEnd,
  at: string,
): DisputeState {
  return {
    ...withHoldReleased(state, id, deadline, at),
    disputes: state.disputes.map((each) =>
      each.id === id ? { ...each, holdsSettlement: false, holdEnded } : each,
    ),
  }
}

/** What the history says of the end of a dispute. */
export function resolvedEntry(
  { id, receiptId }: Dispute,
  status: 'expired' | 'withdrawn',
  { at, actor }: Pick<Entry, 'actor' | 'at'>,
): Entry {
  return { type: 'dispute.resolved', at, actor, data: { dispute_id: id, receipt_id: receiptId, status } }
}

/** What the history says where a dispute goes on and holds nothing any more. */
export function holdEndedEntry(
  { id, receiptId }: Dispute,
  reason: HoldEnd,
  { at, actor }: Pick<Entry, 'actor' | 'at'>,
): Entry {
  return { type: 'dispute.hold_ended', at, actor, data: { dispute_id: id, receipt_id: receiptId, reason } }
}
