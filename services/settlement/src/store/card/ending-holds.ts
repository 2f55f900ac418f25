import { type Pool, query, statement } from '@outturn/postgres'

/** How many holds are still for a verdict, and how many should have been taken by now. */
export type EndingHolds = Readonly<Record<'committed' | 'releasing', number>>

const ending = statement(
  'card_holds_ending',
  `select count(*) filter (where not hold.is_released)::int as committed,
     count(*) filter (where hold.is_released)::int as releasing
   from card_hold as hold join settlement as s on s.id = hold.settlement_id
   where hold.state = 'held' and hold.capture_before <= $1 and not s.is_void and not s.is_closed`,
)

/** Holds that end by then while their settlement is open. */
export async function readEndingHolds(pool: Pool, by: Date): Promise<EndingHolds> {
  const [row] = await query<EndingHolds>(pool, ending, [by])
  if (row === undefined) throw new Error('the holds were not counted')
  return row
}
