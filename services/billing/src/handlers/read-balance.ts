import type { readBalance } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { emptyFunds } from '../domain/ledger/account-funds.ts'
import { toBalanceView } from '../domain/ledger/balance.ts'
import { readAccountBalance } from '../store/balances.ts'

export function handleReadBalance({ db, terms }: BillingDeps): Handler<typeof readBalance> {
  return async ({ accountId }, { now }) => {
    const { saved, ...holdings } = await readAccountBalance(db, accountId)
    const funds = saved?.funds ?? emptyFunds(accountId, now)
    return toBalanceView(funds, holdings, terms.includedByDefault, now)
  }
}
