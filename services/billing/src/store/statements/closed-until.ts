import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** The end of the last month that takes no more charges, as SQL. */
export const closedUntilSql = `(select coalesce(max(ends_at), '-infinity') from statement_month)`

/** The time at which something is charged or credited: now, or the first instant of the month that takes charges. */
export function chargeTime(now: Date): RawBuilder<Date> {
  return sql<Date>`greatest(${now}::timestamptz, ${sql.raw(closedUntilSql)})`
}
