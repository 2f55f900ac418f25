import { type Pool, query, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** An account whose alert of a low balance changes: it is armed, or, where it was armed already, people are notified. */
type ChangedAlert = {
  readonly accountId: string
  readonly availableMicros: bigint
  readonly thresholdMicros: bigint
  readonly isArmed: boolean
}

// Armed at one and a half times the threshold, so that a balance around it does not notify people again and again.
const changed = statement(
  'changed_balance_alerts',
  `select * from (
     select funds.account_id as "accountId", available_micros as "availableMicros",
       coalesce(threshold_micros, $1::bigint) as "thresholdMicros", coalesce(is_armed, false) as "isArmed"
     from account_funds as funds left join balance_alert using (account_id)
   ) as alert
   where case when "isArmed" then "availableMicros" < "thresholdMicros"
     else "thresholdMicros" > 0 and "availableMicros" * 2 >= "thresholdMicros" * 3 end
   order by "accountId" limit $2`,
)
const capped = statement(
  'accounts_with_caps',
  `select account_id as "accountId" from account_funds
   where caps <> '[]' and account_id > $1 order by account_id limit $2`,
)

export function changedAlerts(pool: Pool, defaultMicros: bigint, limit: number): Promise<ChangedAlert[]> {
  return query<ChangedAlert>(pool, changed, [defaultMicros, limit])
}

/** Arms or disarms the alert of an account; false when another process did. */
export async function switchAlert(tx: Tx<Tables>, accountId: string, isArmed: boolean): Promise<boolean> {
  const { rows } = await sql`
    insert into balance_alert (account_id, is_armed) values (${accountId}, ${isArmed})
    on conflict (account_id) do update set is_armed = excluded.is_armed
    where balance_alert.is_armed <> excluded.is_armed
    returning account_id`.execute(tx)
  return rows.length > 0
}

/** Accounts that have a cap, in the order of their ids. */
export async function accountsWithCaps(pool: Pool, after: string, limit: number): Promise<string[]> {
  const rows = await query<{ accountId: string }>(pool, capped, [after, limit])
  return rows.map(({ accountId }) => accountId)
}
