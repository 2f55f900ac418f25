import type { OutboxRow } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import type { Tables } from './tables.ts'

/** Records an event beside the change that it tells of. */
export async function recordEvent(
  tx: Tx<Tables>,
  { headers, waiting_for, ...event }: OutboxRow,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ ...event, headers: JSON.stringify(headers), waiting_for: [...waiting_for] })
    .execute()
}
