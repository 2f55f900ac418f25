import type { AccountData } from '@outturn/postgres'

const own = 't.account_id = $1'
const ledger = `(t.debit_account like '%:' || $1 || ':%' or t.credit_account like '%:' || $1 || ':%'
  or t.debit_account = 'refund_receivable:' || $1 or t.credit_account = 'refund_receivable:' || $1)`
const books = { keeps: 'Ids, amounts and times: the books prove themselves by every row.' } as const

/** What the service keeps of an account: its credits, payments, usage and statements. */
export const accountData: AccountData = {
  tables: [
    { name: 'account_funds', key: 't.account_id', of: own, erasure: books },
    { name: 'transfer', key: `lpad(t.id::text, 20, '0')`, of: ledger, erasure: books },
    { name: 'credit_grant', key: 't.id', of: own, erasure: books },
    { name: 'credit_purchase', key: 't.id', of: own, without: ['token'], erasure: books },
    { name: 'payment_claim', key: 't.id', of: own, erasure: books },
    { name: 'reservation', key: 't.run_id', of: own, erasure: books },
    { name: 'usage_run', key: 't.run_id', of: own, erasure: books },
    { name: 'compile_charge', key: 't.compile_id', of: own, erasure: books },
    { name: 'balance_alert', key: 't.account_id', of: own, erasure: books },
    {
      name: 'statement',
      key: 't.month',
      of: own,
      erasure: {
        keeps:
          'A closed statement is amounts, ids and labels of periods under its digest, and never changes.',
      },
    },
    {
      name: 'index_contribution',
      key: 't.spool_id',
      of: own,
      erasure: {
        keeps: 'Counts without names, until the period is published; an account opts out of them by itself.',
      },
    },
    {
      name: 'index_opt_out',
      key: 't.account_id',
      of: own,
      erasure: { keeps: 'Only its row keeps further runs of the account out of the index.' },
    },
  ],
  others: {
    payment_reconciliation: 'How far payments are compared.',
    payment_anomaly: 'Payments that the books do not explain, which operators close.',
    payment_note: 'What operators noted.',
    ledger_balance: 'Sums of the ledger.',
    ledger_horizon: 'How far the sums go.',
    statement_month: 'Months.',
    index_publication: 'Published tables.',
  },
}
