import { type ErasedRows, type Pool, query, statement } from '@outturn/postgres'

const countStatement = statement(
  'own_rows_to_erase',
  `select 'audit_entry' as "table", count(*)::integer as rows from audit_entry
     where account_id = $1 and (actor <> '[erased]' or target <> '[erased]' or address_prefix <> '[erased]' or details <> '{}'
       or chain_id is not null)
   union all
   select 'request_log', ((select count(*) from request_log where account_id = $1)
     + (select count(*) from request_log_gap where account_id = $1))::integer`,
)

/** How many entries and requests of an account the functions below would change. */
export async function countOwnRows(pool: Pool, accountId: string): Promise<ErasedRows[]> {
  const rows = await query<ErasedRows>(pool, countStatement, [accountId])
  return rows.filter(({ rows: count }) => count > 0)
}

const eraseStatement = statement(
  'erase_own_rows',
  `select 'audit_entry' as "table", erase_audit_entries($1)::integer as rows
   union all select 'request_log', erase_requests($1)::integer`,
)

/** Takes people and objects from the entries of the audit log, and deletes the requests. */
export async function eraseOwnRows(pool: Pool, accountId: string): Promise<ErasedRows[]> {
  const rows = await query<ErasedRows>(pool, eraseStatement, [accountId])
  return rows.filter(({ rows: count }) => count > 0)
}
