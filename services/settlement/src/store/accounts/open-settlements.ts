import type { ErasureBlocker } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'

const openStatement = statement(
  'open_settlements_of_account',
  `select id from settlement where account_id = $1 and not is_closed and next_at is not null order by created_at limit 20`,
)

/** Settlements that an account committed to and that have not ended. */
export async function openSettlements(pool: Pool, accountId: string): Promise<ErasureBlocker[]> {
  const rows = await query<{ id: string }>(pool, openStatement, [accountId])
  return rows.map(({ id }) => ({
    message: `The settlement ${id} is under way.`,
    remediation: `Wait until it has ended; \`settlement show ${id}\` says what it waits for.`,
  }))
}
