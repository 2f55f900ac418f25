import { type Pool, query, statement } from '@outturn/postgres'
import type { DisputeText } from '../../domain/model/casework/dispute-state.ts'
import type { DisputeStatement } from '../../domain/model/spool.ts'

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

/** What the parties wrote in a dispute after it was opened, the oldest first. */
export async function findDisputeTexts(pool: Pool, disputeId: string): Promise<DisputeText[]> {
  const rows = await query<{ said: DisputeText }>(
    pool,
    statement('find_dispute_texts', 'select said from dispute_text where dispute_id = $1 order by ordinal'),
    [disputeId],
  )
  return rows.map(({ said }) => said)
}
