import { type Pool, query, statement } from '@outturn/postgres'

/** Whether open cases hold the settlement of a Spool, by the version of it that says so. */
export type HoldNews = { readonly spoolId: string; readonly version: number; readonly isHeld: boolean }

// What waited for the end of a hold is due now. The table is named for the first case that could hold.
const note = statement(
  'settlement_note_hold',
  `with news as (
     insert into disputed_spool (spool_id, news_version, is_held) values ($1, $2, $3)
     on conflict (spool_id) do update set news_version = excluded.news_version, is_held = excluded.is_held
       where disputed_spool.news_version < excluded.news_version
     returning spool_id, is_held
   )
   update settlement as s set next_at = $4 from news
   where s.spool_id = news.spool_id and not news.is_held and s.next_at is not null`,
)

/** Notes whether anything holds the settlement of a Spool; news that is not later than the last changes nothing. */
export async function noteHold(pool: Pool, { spoolId, version, isHeld }: HoldNews, now: Date): Promise<void> {
  await query(pool, note, [spoolId, version, isHeld, now])
}

const held = statement('settlement_is_held', 'select is_held from disputed_spool where spool_id = $1')

/** Whether an open case holds the settlement of a Spool, as far as this service was told. */
export async function isHeldSpool(pool: Pool, spoolId: string): Promise<boolean> {
  const [row] = await query<{ is_held: boolean }>(pool, held, [spoolId])
  return row?.is_held === true
}
