import { type Pool, query, statement } from '@outturn/postgres'
import type { DisputeStatement } from '../domain/model/spool.ts'

/** What the party of a dispute wrote, and the Spool that has the rest; null where there is none. */
export async function findDispute(
  pool: Pool,
  disputeId: string,
): Promise<{ spoolId: string; said: DisputeStatement } | null> {
  const [row] = await query<{ spool_id: string; said: DisputeStatement }>(
    pool,
    statement('find_dispute', 'select spool_id, said from dispute where id = $1'),
    [disputeId],
  )
  return row === undefined ? null : { spoolId: row.spool_id, said: row.said }
}
