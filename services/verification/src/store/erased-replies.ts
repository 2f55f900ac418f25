import { type Pool, query, statement } from '@outturn/postgres'

const idsStatement = statement(
  'ids_of_own_replies',
  `select source_id as id from source where account_id = $1
   union all select policy_id from policy where account_id = $1
   union all select id from recipe where account_id = $1`,
)

/** Ids by which kept answers are known to be of an account. */
export async function replyIdsOf(pool: Pool, accountId: string): Promise<string[]> {
  const rows = await query<{ id: string }>(pool, idsStatement, [accountId])
  return rows.map(({ id }) => id)
}
