import { type Pool, query, statement } from '@outturn/postgres'

const lane = statement('settlement_lane', 'select lane from settlement where spool_id = $1')

/** How a Spool settles here; null while it has not begun to. */
export async function laneOfSpool(pool: Pool, spoolId: string): Promise<'wallet' | 'card' | null> {
  const [row] = await query<{ lane: 'wallet' | 'card' }>(pool, lane, [spoolId])
  return row?.lane ?? null
}
