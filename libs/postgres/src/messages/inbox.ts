import type { Pool } from '../pool.ts'

/** Forgets events received longer ago than `retentionMs`, which must exceed the longest outage of a publisher. */
export async function forgetOldEvents(pool: Pool, retentionMs: number, limit = 1_000): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from inbox where event_id in (
       select event_id from inbox where received_at < now() - $1 * interval '1 millisecond' limit $2)`,
    [retentionMs, limit],
  )
  return rowCount ?? 0
}
