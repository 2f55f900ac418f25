import { type QueryExecutorProvider, sql } from 'kysely'

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
