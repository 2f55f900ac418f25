import type { readTrialBalance } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { readLedgerTotals } from '../store/balances.ts'

export function handleReadTrialBalance({ db }: BillingDeps): Handler<typeof readTrialBalance> {
  return () => readLedgerTotals(db)
}
