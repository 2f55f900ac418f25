import {
  type Event,
  type EventPayload,
  spoolClosed,
  spoolDisputeChanged,
  spoolEvidenceWithdrawn,
  spoolHoldsChanged,
  spoolReviewChanged,
  spoolRunFailed,
  spoolSettlementDecided,
} from '@outturn/contracts'
import type { SettlementState } from '@outturn/vocabulary'
import { type OutboxRow, outboxRow } from '@outturn/postgres'
import type { SpoolDeps } from './deps.ts'
import type { Withdrawal } from './domain/model/decision.ts'
import type { Spool } from './domain/model/spool.ts'
import { isSettledHere } from './domain/model/lane.ts'
import { disputedReceipts, openDisputes } from './domain/model/casework/dispute.ts'
import { boundKeysEndAt } from './domain/model/viewer.ts'
import { dueSettlement } from './domain/lifecycle/due-settlement.ts'

export type EventDeps = Pick<SpoolDeps, 'environment' | 'ids'>

/** The outbox row of an event of this service. */
export function announced<E extends Event>(
  { environment, ids }: EventDeps,
  event: E,
  payload: EventPayload<E>,
  now: Date,
): OutboxRow {
  return outboxRow({ environment, event, payload }, { id: ids.newUuid(), now })
}

/** What a change of a Spool tells other services: of its disputes, of what holds its money, that its settlement was decided, and that it was closed. */
export function changeEvents(deps: EventDeps, before: Spool, after: Spool, now: Date): OutboxRow[] {
  return [
    ...disputeEvents(deps, before, after, now),
    ...holdEvents(deps, before, after, now),
    ...reviewEvents(deps, before, after, now),
    ...settlementEvents(deps, before, after, now),
    ...closingEvents(deps, before, after, now),
  ]
}

/** Tells of every receipt that is disputed now and was not before, or the other way round, and of those whose disputes changed. */
function disputeEvents(deps: EventDeps, before: Spool, after: Spool, now: Date): OutboxRow[] {
  const [was, is] = [openDisputes(before.state), openDisputes(after.state)]
  const [wasDisputed, isDisputed] = [disputedReceipts(before.state), disputedReceipts(after.state)]
  const changed = new Set([
    ...was.filter(({ id }) => !is.some((each) => each.id === id)).map(({ receiptId }) => receiptId),
    ...is.filter(({ id }) => !was.some((each) => each.id === id)).map(({ receiptId }) => receiptId),
    ...[...wasDisputed].filter((receiptId) => !isDisputed.has(receiptId)),
    ...[...isDisputed].filter((receiptId) => !wasDisputed.has(receiptId)),
  ])
  // The previous release of settlement learns from this what holds money.
  const holdsSettlement = after.state.holds.some(({ blocks }) => blocks)
  return [...changed].map((receiptId) => {
    const { id: spoolId, version, updatedAt: at } = after
    const payload = {
      spoolId,
      receiptId,
      version,
      isDisputed: isDisputed.has(receiptId),
      holdsSettlement,
      at,
    }
    return announced(deps, spoolDisputeChanged, payload, now)
  })
}

/** Tells of the open cases of a Spool, all of them at once, when one came, ended or changed. */
function holdEvents(deps: EventDeps, before: Spool, after: Spool, now: Date): OutboxRow[] {
  const holds = toldHolds(after)
  if (JSON.stringify(holds) === JSON.stringify(toldHolds(before))) return []
  const { id: spoolId, version, updatedAt: at } = after
  return [announced(deps, spoolHoldsChanged, { spoolId, version, holds, at }, now)]
}

function toldHolds({ state }: Spool): EventPayload<typeof spoolHoldsChanged>['holds'] {
  return state.holds.map(({ id, cause, receiptId, blocks, until }) => ({
    id,
    cause,
    receiptId,
    blocks,
    until,
  }))
}

/** Reports each receipt whose binding reviews changed: whether one is open, and whether one upheld it. */
function reviewEvents(deps: EventDeps, before: Spool, after: Spool, now: Date): OutboxRow[] {
  if (before.state.reviews === after.state.reviews) return []
  const stateOf = ({ state }: Spool, receiptId: string) => {
    const binding = state.reviews.filter(
      (each) => each.receiptId === receiptId && each.authority === 'binding',
    )
    return {
      isUnderReview: binding.some(({ status }) => status === 'requested'),
      isUpheld: binding.some(({ status }) => status === 'upheld'),
    }
  }
  return [...new Set(after.state.reviews.map(({ receiptId }) => receiptId))].flatMap((receiptId) => {
    const [was, is] = [stateOf(before, receiptId), stateOf(after, receiptId)]
    if (was.isUnderReview === is.isUnderReview && was.isUpheld === is.isUpheld) return []
    const { id: spoolId, version, updatedAt: at } = after
    return [announced(deps, spoolReviewChanged, { spoolId, receiptId, version, ...is, at }, now)]
  })
}

/** A card whose hold failed may be held anew, and is decided about anew. */
const undecided: ReadonlySet<SettlementState> = new Set(['uncommitted', 'committed', 'failed'])

function settlementEvents(deps: EventDeps, before: Spool, after: Spool, now: Date): OutboxRow[] {
  const { settlement, outcome } = after.state.status
  const isDecided = settlement === 'releasing' || settlement === 'voided'
  const isClosed = before.state.status.outcome === 'active' && outcome !== 'active'
  // What is held or granted for a Spool that ended otherwise is released, also where its commitment is still on its way.
  const isReleased = isClosed && isSettledHere(after.agreement.lane) && settlement !== 'settled'
  const isNew = isDecided && undecided.has(before.state.status.settlement)
  if (!isNew && !isReleased) return []
  const due = settlement === 'voided' || isReleased ? null : dueSettlement(after)
  return [announced(deps, spoolSettlementDecided, { spoolId: after.id, due, at: after.updatedAt }, now)]
}

/** Tells when the keys that are bound to a Spool end, once it has left `active`, and again when an open case moves that; a unilateral one never has any. */
function closingEvents(deps: EventDeps, before: Spool, after: Spool, now: Date): OutboxRow[] {
  const { outcome } = after.state.status
  const keysEndAt = boundKeysEndAt(after)
  if (outcome === 'active' || keysEndAt === null || keysEndAt <= (boundKeysEndAt(before) ?? '')) return []
  if (after.agreement.mode === 'unilateral') return []
  const { id: spoolId, updatedAt: at, state } = after
  return [announced(deps, spoolClosed, { spoolId, outcome, at, keysEndAt, runs: state.runs }, now)]
}

/** Tells of the contents that a change of a Spool deletes, item by item. */
export function withdrawalEvents(
  deps: EventDeps,
  { id: spoolId, version, updatedAt: at }: Spool,
  withdrawal: Withdrawal | undefined,
  now: Date,
): OutboxRow[] {
  return (withdrawal?.items ?? []).map(({ evidenceId, runIds, facts }) =>
    announced(
      deps,
      spoolEvidenceWithdrawn,
      {
        ...{ spoolId, evidenceId, version, runIds: [...runIds], at },
        ...(facts !== undefined && { facts }),
        ...(withdrawal !== undefined && { by: withdrawal.by }),
      },
      now,
    ),
  )
}

/** The end of a run without a verdict, on which billing releases what was reserved for it. */
export function runFailed(
  deps: EventDeps,
  run: { runId: string; spoolId: string; accountId: string; code: string },
  now: Date,
): OutboxRow {
  return announced(deps, spoolRunFailed, { ...run, at: now.toISOString() }, now)
}
