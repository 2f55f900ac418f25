import type { Environment } from '@outturn/vocabulary'
import { busHeaders, type Event, type EventPayload, eventSubject } from '@outturn/contracts'
import type { Pool, Queryable } from '../pool.ts'
import type { Runner } from '../runner.ts'
import { query, statement } from '../statement.ts'

/** An event on its way, in the names of the `outbox` columns so that a statement can insert it from JSON. */
export type OutboxRow = {
  /** A UUID, also the id by which reacting services know the event. */
  readonly id: string
  readonly subject: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text of the payload. */
  readonly body: string
  readonly waiting_for: readonly string[]
}

/** A row that no one confirmed in time, claimed for another publication. */
export type ClaimedOutboxRow = OutboxRow & { readonly attempts: number; readonly created_at: Date }

/** Column list for `json_to_recordset`, in which an `OutboxRow` becomes a row of the table. */
export const outboxColumns = 'id uuid, subject text, headers jsonb, body text, waiting_for text[]'
/** The same columns by name, for `insert into outbox (…) select …`. */
export const outboxColumnNames = 'id, subject, headers, body, waiting_for'

/** Builds the row that announces an event; `id` is drawn or derived by the caller, `traceContext` is W3C headers. */
export function outboxRow<E extends Event>(
  { environment, event, payload }: { environment: Environment; event: E; payload: EventPayload<E> },
  { id, now, traceContext }: { id: string; now: Date; traceContext?: Readonly<Record<string, string>> },
): OutboxRow {
  return {
    id,
    subject: eventSubject(environment, event),
    headers: { ...traceContext, [busHeaders.eventId]: id, [busHeaders.occurredAt]: now.toISOString() },
    body: JSON.stringify(payload),
    waiting_for: event.reactedToBy,
  }
}

const appendRows = statement(
  'outbox_append',
  `insert into outbox (${outboxColumnNames})
   select ${outboxColumnNames} from json_to_recordset($1::json) as event(${outboxColumns}) order by id
   on conflict (id) do nothing`,
)

/** Writes events beside a change, in its transaction. */
export async function appendOutbox(runner: Runner, rows: readonly OutboxRow[]): Promise<void> {
  await runner(appendRows, [JSON.stringify(rows)])
}

const claimDue = statement(
  'outbox_claim_due',
  `with due as (
     select id from outbox where due_at <= now() order by due_at limit $1 for update skip locked
   )
   update outbox set
     attempts = attempts + 1,
     due_at = now() + case when attempts < 10 then least(60, 10 * 2 ^ attempts) else 600 end * interval '1 second'
   from due where outbox.id = due.id
   returning outbox.id, subject, headers, body, waiting_for, attempts, created_at, seq`,
)

/**
 * Claims events whose confirmation is overdue by moving when they are due again: a row is due 5 s after its commit, then 10 s
 * after it was claimed, doubling to 60 s, and after ten times 600 s, so that a service that is away for hours does not return
 * to a flood. A claim is later than the stream drops repetitions from the second on. Nothing stays locked while they are
 * published, and no two claimants get the same row.
 */
export async function claimDueOutbox(connection: Queryable, limit: number): Promise<ClaimedOutboxRow[]> {
  const rows = await query<ClaimedOutboxRow & { seq: bigint }>(connection, claimDue, [limit])
  return rows.sort((a, b) => (a.seq < b.seq ? -1 : 1))
}

const findDue = statement('outbox_find_due', 'select min(due_at) <= now() as is_due from outbox')

/** Whether an event is overdue, or waits and is not; without any, none is due within the 5 s that the next one to come has. */
export async function lookAtOutbox(pool: Pool): Promise<'empty' | 'waiting' | 'due'> {
  const [found] = await query<{ is_due: boolean | null }>(pool, findDue)
  if (typeof found?.is_due !== 'boolean') return 'empty'
  return found.is_due ? 'due' : 'waiting'
}

// A statement that waits for a row while it has others takes them in the order of their ids, or two of them would deadlock.
const makeDue = statement(
  'outbox_make_due',
  `update outbox set due_at = now() where id in (
     select id from outbox where due_at > now() order by id for update)`,
)

/** Makes every unconfirmed event due, for when the bus may have lost what it was given. */
export async function makeOutboxDue(pool: Pool): Promise<void> {
  await query(pool, makeDue)
}

const returnRows = statement(
  'outbox_return',
  `update outbox set attempts = attempts - 1, due_at = now() + interval '1 second' where id in (
     select id from outbox where id = any($1::uuid[]) order by id for update)`,
)

/** Gives back rows that were claimed and could not be published; they are due again in a second. */
export async function returnToOutbox(pool: Pool, ids: readonly string[]): Promise<void> {
  await query(pool, returnRows, [ids])
}

// Locked before they change, so that of two services that confirm the same events neither misses that the other one was
// the last but one.
const confirm = statement(
  'outbox_confirm',
  `with held as materialized (
     select id, array_remove(waiting_for, $2) as still_waiting
     from outbox where id = any($1::uuid[]) order by id for update
   ), finished as (
     delete from outbox using held
     where outbox.id = held.id and cardinality(held.still_waiting) = 0
     returning outbox.id
   ), noted as (
     update outbox set waiting_for = held.still_waiting from held
     where outbox.id = held.id and cardinality(held.still_waiting) > 0
   )
   select id from finished`,
)

/** Notes that `service` recorded its effect of these events; returns the ids that no one waits for any more. */
export async function confirmOutbox(pool: Pool, ids: readonly string[], service: string): Promise<string[]> {
  const rows = await query<{ id: string }>(pool, confirm, [ids, service])
  return rows.map(({ id }) => id)
}

/** How many events wait for a confirmation, and for how long the oldest has. */
export async function outboxBacklog(pool: Pool): Promise<{ waiting: number; oldestMs: number }> {
  const { rows } = await pool.query<{ waiting: number; oldest_ms: number }>(
    `select count(*)::int as waiting,
       coalesce(extract(epoch from now() - min(created_at)) * 1000, 0)::float8 as oldest_ms from outbox`,
  )
  return { waiting: rows[0]?.waiting ?? 0, oldestMs: rows[0]?.oldest_ms ?? 0 }
}
