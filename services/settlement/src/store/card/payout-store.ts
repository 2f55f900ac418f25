import { type Pool, query, statement } from '@outturn/postgres'

export type PayoutAccount = { readonly accountId: string | null; readonly tries: number }

const begin = statement(
  'payout_account_begin',
  'insert into payout_account (payee_id, created_at) values ($1, $2) on conflict do nothing',
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
export async function beginPayoutAccount(pool: Pool, payeeId: string, now: Date): Promise<PayoutAccount> {
  await query(pool, begin, [payeeId, now])
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
