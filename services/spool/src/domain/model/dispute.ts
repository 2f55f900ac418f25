import type { Side } from '@outturn/vocabulary'
import type { Entry } from './history.ts'
import type { Dispute, Spool, SpoolState } from './spool.ts'

const hourMs = 3_600_000

/** The end of the time that a Spool gives its parties for a dispute, from an instant on. */
export function windowEnd({ agreement }: Pick<Spool, 'agreement'>, from: string): string {
  return new Date(Date.parse(from) + agreement.disputePolicy.window_hours * hourMs).toISOString()
}

export function openDisputes({ disputes }: Pick<SpoolState, 'disputes'>): Dispute[] {
  return disputes.filter(({ status }) => status === 'open')
}

/** The last deadline of the open disputes that keep money from moving; null where it may move, or has. */
export function heldUntil({ status, disputes }: Pick<SpoolState, 'disputes' | 'status'>): string | null {
  if (status.settlement === 'settled' || status.settlement === 'voided') return null
  const holding = openDisputes({ disputes }).filter(({ holdsSettlement }) => holdsSettlement)
  return (
    holding
      .map(({ deadline }) => deadline)
      .toSorted()
      .at(-1) ?? null
  )
}

export function isHeldByDispute(state: Pick<SpoolState, 'disputes' | 'status'>): boolean {
  return heldUntil(state) !== null
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

/** The disputes once their parties have withdrawn all that are open. */
export function withWithdrawn(disputes: readonly Dispute[], at: string): readonly Dispute[] {
  return disputes.map((each) =>
    each.status === 'open' ? { ...each, status: 'withdrawn', closedAt: at } : each,
  )
}

/** What the history says of the end of a dispute. */
export function resolvedEntry(
  { id, receiptId }: Dispute,
  status: 'expired' | 'withdrawn',
  { at, actor }: Pick<Entry, 'actor' | 'at'>,
): Entry {
  return { type: 'dispute.resolved', at, actor, data: { dispute_id: id, receipt_id: receiptId, status } }
}

/** The disputes once this one has expired. */
export function withExpired(disputes: readonly Dispute[], id: string, at: string): Dispute[] {
  return disputes.map((each) => (each.id === id ? { ...each, status: 'expired', closedAt: at } : each))
}
