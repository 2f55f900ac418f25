import type { Runner } from '@outturn/postgres'
import type { AccountFunds } from '../domain/ledger/account-funds.ts'
import { renewCaps, staleKeys } from '../domain/spending/key-cap.ts'
import { readSpending } from '../store/spending/key-spending.ts'

/**
 * The funds with the caps of these keys counting the month of `now`. A cap that counts an earlier month is renewed from what is recorded: runs
 * that were reserved in that month and are charged in this one count, too. The funds are locked, or are saved over the version that was read.
 */
export async function countThisMonth(
  run: Runner,
  funds: AccountFunds,
  keyIds: readonly (string | null)[],
  now: Date,
): Promise<AccountFunds> {
  const stale = staleKeys(funds.caps, keyIds, now)
  if (stale.length === 0) return funds
  const spent = await readSpending(run, funds.accountId, stale, now)
  return { ...funds, caps: renewCaps(funds.caps, stale, spent, now) }
}
