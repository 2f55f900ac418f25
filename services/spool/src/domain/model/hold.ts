import type { Side } from '@outturn/vocabulary'
import type { HeldTime, Hold } from './casework/hold-state.ts'
import type { Spool, SpoolState } from './spool.ts'

export type { HeldTime, Hold } from './casework/hold-state.ts'

type HoldState = Pick<SpoolState, 'heldTime' | 'holds'>

const hourMs = 3_600_000
/** A side may hold the money of a Spool for this many windows in all. */
const budgetWindows = 2

/** The states of a settlement in which money is on its way, or has moved: nothing holds it any more. */
const unholdable: ReadonlySet<SpoolState['status']['settlement']> = new Set([
  'releasing',
  'awaiting_signature',
  'partially_settled',
  'settled',
  'voided',
])

/** Whether there is money that a case opened now could hold. */
export function isHoldable({ status }: Pick<SpoolState, 'status'>): boolean {
  return !unholdable.has(status.settlement)
}

/** A payment that is authorized is taken this long before its authorization ends, ms: else the end would win for the buyer. */
const captureAheadMs = 12 * hourMs

/** When a hold gives way to the payment that it holds, whose authorization ends soon; null where none is authorized. */
function captureDueAt({ status, settlement, grantEndsAt }: AuthorizedState): string | null {
  const end = settlement?.card?.holdEndsAt ?? grantEndsAt
  if (status.settlement !== 'committed' || end === null) return null
  return new Date(Date.parse(end) - captureAheadMs).toISOString()
}

type AuthorizedState = Pick<SpoolState, 'grantEndsAt' | 'settlement' | 'status'>

/** When a hold ends by itself, and why where the money would be lost otherwise. */
export function holdEnd(
  state: AuthorizedState,
  { until }: Pick<Hold, 'until'>,
): { at: string; isAuthorizationEnding: boolean } {
  const due = captureDueAt(state)
  const isAuthorizationEnding = due !== null && due < until
  return { at: isAuthorizationEnding ? due : until, isAuthorizationEnding }
}

/** What holds the money of a Spool now; nothing where it has moved. */
export function blockingHolds({ status, holds }: Pick<SpoolState, 'holds' | 'status'>): readonly Hold[] {
  if (status.settlement === 'settled' || status.settlement === 'voided') return []
  return holds.filter(({ blocks }) => blocks)
}

export function isHeld(state: Pick<SpoolState, 'holds' | 'status'>): boolean {
  return blockingHolds(state).length > 0
}

/** Of what holds the money of a Spool, what does so for longest; null where it may move, or has. */
export function lastHold(state: Pick<SpoolState, 'holds' | 'status'>): Hold | null {
  const [last = null] = blockingHolds(state).toSorted((a, b) => (a.until > b.until ? -1 : 1))
  return last
}

/** The end of the time that a Spool gives its parties for a dispute, from an instant on. */
export function windowEnd({ agreement }: Pick<Spool, 'agreement'>, from: string): string {
  return new Date(Date.parse(from) + windowMs(agreement)).toISOString()
}

function windowMs({ disputePolicy }: Pick<Spool['agreement'], 'disputePolicy'>): number {
  return disputePolicy.window_hours * hourMs
}

/** When a side that holds from this instant on has spent its budget; that instant itself where nothing is left of it. */
export function budgetEnd(
  { agreement, state }: { agreement: Pick<Spool['agreement'], 'disputePolicy'>; state: HoldState },
  side: Side,
  at: string,
): string {
  const { spentMs, since } = state.heldTime[side]
  const end = Date.parse(since ?? at) + budgetWindows * windowMs(agreement) - spentMs
  return new Date(Math.max(end, Date.parse(at))).toISOString()
}

/** The holds with one more, from this instant on. */
export function withHold(state: HoldState, hold: Hold, at: string): HoldState {
  return counted(state, [...state.holds, hold], at)
}

/** The holds without those of the cases that ended at this instant. */
export function withoutHolds(state: HoldState, ids: readonly string[], at: string): HoldState {
  return counted(
    state,
    state.holds.filter(({ id }) => !ids.includes(id)),
    at,
  )
}

/** The holds where the case goes on and holds the money no longer; `until` is the end of the case. */
export function withHoldReleased(state: HoldState, id: string, until: string, at: string): HoldState {
  return withHoldChanged(state, id, { blocks: false, until }, at)
}

export function withHoldChanged(
  state: HoldState,
  id: string,
  change: Partial<Pick<Hold, 'blocks' | 'until'>>,
  at: string,
): HoldState {
  return counted(
    state,
    state.holds.map((each) => (each.id === id ? { ...each, ...change } : each)),
    at,
  )
}

/** The time of a side runs while at least one of its holds does. */
function counted({ heldTime }: Pick<HoldState, 'heldTime'>, holds: readonly Hold[], at: string): HoldState {
  const timeOf = (side: Side): HeldTime => {
    const { spentMs, since } = heldTime[side]
    const isHolding = holds.some((each) => each.side === side && each.blocks)
    if (isHolding) return { spentMs, since: since ?? at }
    return since === null ? { spentMs, since } : { spentMs: spentMs + elapsed(since, at), since: null }
  }
  return { holds, heldTime: { buyer: timeOf('buyer'), provider: timeOf('provider') } }
}

function elapsed(since: string, at: string): number {
  return Math.max(0, Date.parse(at) - Date.parse(since))
}
