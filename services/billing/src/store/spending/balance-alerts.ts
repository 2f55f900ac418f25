import { type Pool, query, statement } from '@outturn/postgres'

// Until the balance has been at one and a half times the threshold, the alert is not armed: a new account is not notified of its empty balance.
const save = statement(
  'save_balance_threshold',
  `insert into balance_alert (account_id, threshold_micros, is_armed) values ($1, $2, false)
   on conflict (account_id) do update set threshold_micros = excluded.threshold_micros`,
)
const find = statement(
  'find_balance_threshold',
  'select threshold_micros from balance_alert where account_id = $1',
)

/** Keeps the threshold of an account; null is the one that every account has. */
export async function saveThreshold(pool: Pool, accountId: string, micros: bigint | null): Promise<void> {
  await query(pool, save, [accountId, micros])
}

/** The threshold of an account, or null where it has none of its own. */
export async function findThreshold(pool: Pool, accountId: string): Promise<bigint | null> {
  const [row] = await query<{ threshold_micros: bigint | null }>(pool, find, [accountId])
  return row?.threshold_micros ?? null
}
