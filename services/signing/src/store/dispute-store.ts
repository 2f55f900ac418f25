import type { EventPayload, spoolDisputeChanged } from '@outturn/contracts'
import { type Pool, query, type Runner, statement } from '@outturn/postgres'

const note = statement(
  'note_dispute',
  `insert into receipt_dispute (receipt_id, news_version, is_disputed, changed_at) values ($1, $2, $3, $4)
   on conflict (receipt_id) do update
     set news_version = excluded.news_version, is_disputed = excluded.is_disputed, changed_at = excluded.changed_at
     where receipt_dispute.news_version < excluded.news_version`,
)

/** Notes whether a receipt is disputed; news that is not later than the last changes nothing. */
export async function noteDispute(
  pool: Pool,
  { receiptId, version, isDisputed, at }: EventPayload<typeof spoolDisputeChanged>,
): Promise<void> {
  await query(pool, note, [receiptId, version, isDisputed, at])
}

const pass = statement(
  'pass_dispute_on',
  `insert into receipt_dispute (receipt_id, news_version, is_disputed, changed_at)
   select $2, news_version, is_disputed, changed_at from receipt_dispute where receipt_id = $1 and is_disputed
   on conflict (receipt_id) do nothing`,
)

/** Notes a receipt as disputed where the one that it replaces is: the event that says so comes later, with a larger version. */
export async function passDisputeOn(runner: Runner, receiptId: string, replacementId: string): Promise<void> {
  await runner(pass, [receiptId, replacementId])
}
