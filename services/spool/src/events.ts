import { type Event, type EventPayload, spoolClosed, spoolRunFailed } from '@outturn/contracts'
import { type OutboxRow, outboxRow } from '@outturn/postgres'
import type { SpoolDeps } from './deps.ts'
import type { Spool } from './domain/lifecycle/spool.ts'
import { boundKeysEndAt } from './domain/lifecycle/viewer.ts'

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

/** Tells when the keys that are bound to a Spool end, once it has left `active`; a unilateral one never has any. */
export function closingEvents(deps: EventDeps, before: Spool, after: Spool, now: Date): OutboxRow[] {
  const { outcome } = after.state.status
  const keysEndAt = boundKeysEndAt(after)
  if (before.state.status.outcome !== 'active' || outcome === 'active' || keysEndAt === null) return []
  if (after.agreement.mode === 'unilateral') return []
  return [announced(deps, spoolClosed, { spoolId: after.id, outcome, at: after.updatedAt, keysEndAt }, now)]
}

/** The end of a run without a verdict, on which billing releases what was reserved for it. */
export function runFailed(
  deps: EventDeps,
  run: { runId: string; spoolId: string; accountId: string; code: string },
  now: Date,
): OutboxRow {
  return announced(deps, spoolRunFailed, { ...run, at: now.toISOString() }, now)
}
