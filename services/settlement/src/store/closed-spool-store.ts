import type { Tx } from '@outturn/postgres/typed'
import type { Tables } from './tables.ts'

/** Notes that a Spool has ended without anything due: no settlement of it begins any more, and nothing is paid under its grants. */
export async function closeSpool(tx: Tx<Tables>, spoolId: string, now: Date): Promise<void> {
  await tx
    .insertInto('closed_spool')
    .values({ spool_id: spoolId, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isClosedSpool(tx: Tx<Tables>, spoolId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('closed_spool')
    .select('spool_id')
    .where('spool_id', '=', spoolId)
    .executeTakeFirst()
  return row !== undefined
}
