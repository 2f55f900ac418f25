import { type Pool, query, statement } from '@outturn/postgres'
import { type Allowance, aheadMs, type Taking } from '../rate-limit/sliding-log.ts'

export type RateDemand = { caller: string } & Required<Omit<Taking, 'now'>>

// The database's own clock, so that replicas agree on the window; ordered, so that they lock rows in one order.
const takeRates = statement(
  'rate_take_many',
  `select d.caller, t.granted, t.ahead, t.counted_at::double precision as "countedAt", t.remaining, t.reset_ms::integer as "resetMs"
   from (
     select * from json_to_recordset($1::json)
       as j(caller text, quota integer, wanted integer, ahead integer, unused integer, unused_at bigint)
     order by caller
   ) as d, lateral rate_take_ahead(d.caller, d.quota, d.wanted, d.ahead, ${aheadMs}, d.unused, d.unused_at,
     (extract(epoch from clock_timestamp()) * 1000)::bigint) as t`,
)

/** Counts the requests of several callers at once; each caller stands in `demands` once. */
export async function takeFromStore(
  pool: Pool,
  demands: readonly RateDemand[],
): Promise<Map<string, Allowance>> {
  const rows = await query<Allowance & { caller: string }>(pool, takeRates, [
    JSON.stringify(demands.map(toRow)),
  ])
  return new Map(rows.map(({ caller, ...allowance }) => [caller, allowance]))
}

function toRow({ unused, ...demand }: RateDemand): object {
  return { ...demand, unused: unused?.count ?? 0, unused_at: unused?.countedAt ?? 0 }
}

/** Forgets callers that have not been seen for more than two windows; returns how many went. */
export async function forgetCallers(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from rate_log where caller in (
       select caller from rate_log where touched_at < now() - interval '2 minutes' for update skip locked)`,
  )
  return rowCount ?? 0
}
