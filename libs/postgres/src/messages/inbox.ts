import { type QueryExecutorProvider, sql } from 'kysely'
import type { Pool } from '../pool.ts'

/**
 * Records that this event has its effect in this transaction; false when it had it before, and then the caller does
 * nothing. A batched statement does the same with `insert into inbox (event_id) … on conflict do nothing returning
 * event_id`, and lets each effect depend on the returned rows.
 */
export async function firstTime(tx: QueryExecutorProvider, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into inbox (event_id) values (${eventId}) on conflict (event_id) do nothing returning event_id`.execute(
    tx,
  )
  return rows.length === 1
}

/** Forgets events received longer ago than `retentionMs`, which must exceed the longest outage of a publisher. */
export async function forgetOldEvents(pool: Pool, retentionMs: number, limit = 1_000): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from inbox where event_id in (
       select event_id from inbox where received_at < now() - $1 * interval '1 millisecond' limit $2)`,
    [retentionMs, limit],
  )
  return rowCount ?? 0
}
