import type { EventPayload, payoutsChanged } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'

const note = statement(
  'note_payouts',
  `insert into payee_payouts (payee_id, news_version, is_ready) values ($1, $2, $3)
   on conflict (payee_id) do update set news_version = excluded.news_version, is_ready = excluded.is_ready
     where payee_payouts.news_version < excluded.news_version`,
)

/** Notes whether a payee can be paid; news that is not later than the last changes nothing. */
export async function notePayouts(
  pool: Pool,
  { payeeId, version, isReady }: EventPayload<typeof payoutsChanged>,
): Promise<void> {
  await query(pool, note, [payeeId, version, isReady])
}

const paid = statement(
  'spools_paid_by_card',
  `select s.id from spool as s
   where s.id in (
     select id from spool where account_id = $1 union select spool_id from spool_account where account_id = $1
     union select $2)
   and s.agreement -> 'lane' ->> 'funding' = 'hosted_checkout'
   and (s.standing ->> 'status')::json ->> 'outcome' = 'active'
   and (s.standing ->> 'status')::json ->> 'settlement' = 'uncommitted'`,
)

/** Spools of which a payee may be paid by card, and is not yet. */
export async function spoolsPaidByCard(
  pool: Pool,
  { payeeId, spoolId }: Pick<EventPayload<typeof payoutsChanged>, 'payeeId' | 'spoolId'>,
): Promise<string[]> {
  const rows = await query<{ id: string }>(pool, paid, [payeeId, spoolId])
  return rows.map(({ id }) => id)
}
