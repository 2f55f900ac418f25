import type { DisputeDecider, DisputeStatus, HoldEnd, Side } from '@outturn/vocabulary'
import type { Entry } from '../history.ts'
import { withHoldReleased, withoutHolds } from '../hold.ts'
import type { Dispute, SpoolState } from '../spool.ts'
import type { DisputeEvent, DisputeResolution } from './dispute-state.ts'

/** Whether a dispute goes on. */
export function isOpenDispute({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'open' || status === 'under_review'
}

export function openDisputes({ disputes }: Pick<SpoolState, 'disputes'>): Dispute[] {
  return disputes.filter(isOpenDispute)
}

/** The open dispute whose deadline comes first; null where none is undecided. One that is decided waits for its new receipt alone. */
export function nextToExpire(state: Pick<SpoolState, 'disputes'>): Dispute | null {
  const undecided = openDisputes(state).filter(({ decision }) => decision === null)
  const [first = null] = undecided.toSorted((a, b) => (a.deadline < b.deadline ? -1 : 1))
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

/** The receipt whose readers are told of an open dispute, if any: the latest. A receipt that was replaced passes its dispute on. */
export function disputedReceipts(
  state: Pick<SpoolState, 'disputes' | 'latestReceiptId'>,
): ReadonlySet<string> {
  return new Set(openDisputes(state).map(({ receiptId }) => state.latestReceiptId ?? receiptId))
}

type DisputeState = Pick<SpoolState, 'disputes' | 'heldTime' | 'holds'>

/** The disputes with a change of one of them, and the step of its timeline that it is. */
export function withDispute(
  disputes: readonly Dispute[],
  id: string,
  change: Partial<Dispute>,
  step: DisputeEvent | null = null,
): readonly Dispute[] {
  return disputes.map((each) =>
    each.id === id ? { ...each, ...change, steps: step === null ? each.steps : [...each.steps, step] } : each,
  )
}

type ClosedStatus = Exclude<DisputeStatus, 'open' | 'under_review'>

/** The disputes once these have ended, with what they held. A decision that has not taken effect by then takes none. */
export function withEnded(
  state: DisputeState,
  ended: readonly Pick<Dispute, 'id'>[],
  status: ClosedStatus,
  at: string,
  by?: Side,
): DisputeState {
  const step = { type: status, at, ...(by !== undefined && { by }) }
  const change = { status, closedAt: at, decision: null }
  return {
    ...withoutHolds(
      state,
      ended.map(({ id }) => id),
      at,
    ),
    disputes: ended.reduce((all, { id }) => withDispute(all, id, change, step), state.disputes),
  }
}

/** The disputes once those that are open were taken back by the side that opened each. */
export function withWithdrawn(state: DisputeState, at: string): DisputeState {
  return openDisputes(state).reduce(
    (all, dispute) => withEnded(all, [dispute], 'withdrawn', at, dispute.side),
    state,
  )
}

/** The disputes once this one is decided. */
export function withResolved(
  state: DisputeState,
  { id }: Pick<Dispute, 'id'>,
  resolution: DisputeResolution,
): DisputeState {
  const status = resolution.outcome === 'upheld' ? 'resolved_upheld' : 'resolved_corrected'
  const ended = withEnded(state, [{ id }], status, resolution.at)
  return { ...ended, disputes: withDispute(ended.disputes, id, { resolution }) }
}

/** The disputes once this one holds the money no longer, and goes on. */
export function withHoldEnded(
  state: DisputeState,
  { id, deadline }: Pick<Dispute, 'deadline' | 'id'>,
  holdEnded: HoldEnd,
  at: string,
): DisputeState {
  const change = { holdsSettlement: false, holdEndsAt: at, holdEnded }
  return {
    ...withHoldReleased(state, id, deadline, at),
    disputes: withDispute(state.disputes, id, change, { type: 'hold_ended', at }),
  }
}

type Outcome = DisputeResolution['outcome'] | 'expired' | 'withdrawn'

/** What the history says of the end of a dispute; `by` names the decision that it rests on. */
export function resolvedEntry(
  { id, receiptId }: Pick<Dispute, 'id' | 'receiptId'>,
  outcome: Outcome,
  { at, actor }: Pick<Entry, 'actor' | 'at'>,
  by: DisputeDecider | null = null,
): Entry {
  const status = outcome === 'expired' || outcome === 'withdrawn' ? outcome : `resolved_${outcome}`
  return {
    type: 'dispute.resolved',
    at,
    actor,
    data: { dispute_id: id, receipt_id: receiptId, status, outcome, ...(by !== null && { by }) },
  }
}

/** What the history says where a dispute goes on and holds nothing any more. */
export function holdEndedEntry(
  { id, receiptId }: Dispute,
  reason: HoldEnd,
  { at, actor }: Pick<Entry, 'actor' | 'at'>,
): Entry {
  return { type: 'dispute.hold_ended', at, actor, data: { dispute_id: id, receipt_id: receiptId, reason } }
}

const settling: ReadonlySet<SpoolState['status']['settlement']> = new Set([
  'releasing',
  'awaiting_signature',
  'partially_settled',
])

/** The dispute whose new receipt can be made now; null where none waits for one, or a settlement or another run is under way. */
export function disputeRunDue({ state }: { state: SpoolState }): Dispute | null {
  if (state.openRun !== null || settling.has(state.status.settlement)) return null
  return state.disputes.find(({ decision }) => decision !== null && decision.runId === null) ?? null
}
