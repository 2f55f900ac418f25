import type { ErasureBlocker } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'

const underWay = statement(
  'money_under_way',
  `select 'purchase' as what, id from credit_purchase where account_id = $1 and finished_at is null
   union all select 'payment', id from payment_claim where account_id = $1 and state in ('claimed', 'worked', 'settling')
   union all select 'reservation', run_id from reservation where account_id = $1 and state = 'held'
   limit 20`,
)

/** Purchases, payments and reservations of an account that have not ended. */
export async function moneyUnderWay(pool: Pool, accountId: string): Promise<ErasureBlocker[]> {
  const rows = await query<{ what: string; id: string }>(pool, underWay, [accountId])
  return rows.map(({ what, id }) => ({
    message: `The ${what} ${id} is under way.`,
    remediation: 'It ends by itself within minutes; see `payments pending` where it does not.',
  }))
}
