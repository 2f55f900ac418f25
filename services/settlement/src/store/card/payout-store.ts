import { type Pool, query, type Runner, statement } from '@outturn/postgres'

export type PayoutAccount = { readonly accountId: string | null; readonly tries: number }

const begin = statement(
  'payout_account_begin',
  'insert into payout_account (payee_id, created_at, spool_id) values ($1, $2, $3) on conflict do nothing',
)
const find = statement(
  'payout_account_find',
  'select account_id, tries from payout_account where payee_id = $1',
)
const record = statement(
  'payout_account_record',
  'update payout_account set account_id = $2 where payee_id = $1 and account_id is null',
)
const countTry = statement(
  'payout_account_count_try',
  'update payout_account set tries = tries + 1 where payee_id = $1 and tries = $2',
)

/** Null where no payouts of this payee were ever set up. */
export async function findPayoutAccount(pool: Pool, payeeId: string): Promise<PayoutAccount | null> {
  const [row] = await query<{ account_id: string | null; tries: number }>(pool, find, [payeeId])
  return row === undefined ? null : { accountId: row.account_id, tries: row.tries }
}

/** Records that an account is about to be made; the one there is stays. */
export async function beginPayoutAccount(
  pool: Pool,
  { payeeId, spoolId }: { payeeId: string; spoolId: string | null },
  now: Date,
): Promise<PayoutAccount> {
  await query(pool, begin, [payeeId, now, spoolId])
  return (await findPayoutAccount(pool, payeeId)) as PayoutAccount
}

/** The first account of a payee stays its account; answers that one. */
export async function recordPayoutAccount(pool: Pool, payeeId: string, accountId: string): Promise<string> {
  await query(pool, record, [payeeId, accountId])
  return (await findPayoutAccount(pool, payeeId))?.accountId as string
}

/** Counts an answer that its key gets for good, so that the next call has another key. */
export async function countPayoutTry(
  pool: Pool,
  payeeId: string,
  { tries }: Pick<PayoutAccount, 'tries'>,
): Promise<void> {
  await query(pool, countTry, [payeeId, tries])
}

/** How long after its account was made a payee that is not ready is asked about, and how often: the longer ago, the more seldom. */
const lookFor = "interval '30 days'"
const nextLook =
  "$3::timestamptz + least(greatest(($3::timestamptz - created_at) / 20, interval '2 seconds'), interval '10 minutes')"

const note = statement(
  'payout_account_note',
  `with looked as (
     update payout_account set look_at = case when $2 or $3 > created_at + ${lookFor} then null else ${nextLook} end
     where payee_id = $1 and is_ready is not distinct from $2
   )
   update payout_account set is_ready = $2, news_version = news_version + 1,
     look_at = case when $2 then null else ${nextLook} end
   where payee_id = $1 and is_ready is distinct from $2
   returning spool_id as "spoolId", news_version as version`,
)

/** Notes whether a payee can be paid; null where that was noted already. */
export async function notePayouts(
  runner: Runner,
  payeeId: string,
  isReady: boolean,
  now: Date,
): Promise<{ spoolId: string | null; version: number } | null> {
  const [row] = await runner<{ spoolId: string | null; version: number }>(note, [payeeId, isReady, now])
  return row ?? null
}

const take = statement(
  'payout_account_take',
  `update payout_account set look_at = $1::timestamptz + interval '20 seconds'
   where payee_id in (
     select payee_id from payout_account where look_at <= $1 and account_id is not null
     order by look_at limit $2 for update skip locked)
   returning payee_id as "payeeId", account_id as "accountId"`,
)

/** Takes the payees whose time to be asked about has come. One that is not noted afterwards is taken again. */
export function takePayoutsToLookAt(
  pool: Pool,
  now: Date,
  limit: number,
): Promise<{ payeeId: string; accountId: string }[]> {
  return query(pool, take, [now, limit])
}
