import type { AccountTable } from '@outturn/postgres'

const own = 't.account_id = $1'

/** What the service keeps of an account: its credits, payments, usage and statements. */
export const accountTables: readonly AccountTable[] = [
  { name: 'account_funds', key: 't.account_id', of: own },
  { name: 'credit_grant', key: 't.id', of: own },
  { name: 'credit_purchase', key: 't.id', of: own },
  { name: 'payment_claim', key: 't.id', of: own },
  { name: 'reservation', key: 't.run_id', of: own },
  { name: 'usage_run', key: 't.run_id', of: own },
  { name: 'compile_charge', key: 't.compile_id', of: own },
  { name: 'balance_alert', key: 't.account_id', of: own },
  { name: 'statement', key: 't.month', of: own },
]
