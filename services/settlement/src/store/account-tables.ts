import type { AccountTable } from '@outturn/postgres'

const own = 't.account_id = $1'

/** What the service keeps of an account: what it committed to pay, its transfers and grants, and the account that it is paid on. */
export const accountTables: readonly AccountTable[] = [
  { name: 'settlement', key: 't.id', of: own },
  {
    name: 'leg',
    key: `t.settlement_id || '/' || t.kind || '/' || t.attempt`,
    of: 't.settlement_id in (select id from settlement where account_id = $1)',
  },
  { name: 'settlement_grant', key: 't.permission_hash', of: own },
  { name: 'payout_account', key: 't.payee_id', of: own },
]
