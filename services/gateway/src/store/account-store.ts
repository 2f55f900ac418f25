import type { Insertable, Selectable } from 'kysely'
import type { AccountTable, Db } from './tables.ts'

export type Account = Selectable<AccountTable>

/** Opens an account, or returns the one this command opened before. */
export async function openAccount(db: Db, account: Insertable<AccountTable>): Promise<Account> {
  await db
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return db.selectFrom('account').selectAll().where('id', '=', account.id).executeTakeFirstOrThrow()
}

export async function accountExists(db: Db, accountId: string): Promise<boolean> {
  const found = await db.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst()
  return found !== undefined
}

/** Hosts to which a browser goes back at once; null for an account that does not exist. */
export async function returnHostsOf(db: Db, accountId: string): Promise<readonly string[] | null> {
  const found = await db
    .selectFrom('account')
    .select('return_hosts')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return found?.return_hosts ?? null
}

/** Says false where there is no such account. */
export async function replaceReturnHosts(
  db: Db,
  accountId: string,
  hosts: readonly string[],
): Promise<boolean> {
  const changed = await db
    .updateTable('account')
    .set({ return_hosts: [...hosts] })
    .where('id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Those of these accounts that hold a key in force or a sandbox session that is not over, which is bound to no Spool. */
export async function activeAccounts(db: Db, accountIds: readonly string[], now: Date): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set()
  const withKeys = db
    .selectFrom('api_key')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .where('revoked_at', 'is', null)
    .where('spool_id', 'is', null)
  const withSessions = db
    .selectFrom('sandbox_session')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .where('expires_at', '>', now)
    .where('spool_id', 'is', null)
  const rows = await withKeys.union(withSessions).execute()
  return new Set(rows.map((row) => row.account_id))
}
