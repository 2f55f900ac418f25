import { absent, conflict, type StoredAccount } from '@outturn/contracts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AccountTable, Db, Tx } from './tables.ts'

export type Account = Selectable<AccountTable>

/** An account as operators see it; `deploymentQuota` is that of an account without one of its own. */
export function toStoredAccount(account: Account, deploymentQuota: number): StoredAccount {
  return {
    accountId: account.id,
    name: account.name,
    kind: account.kind,
    quota: account.quota ?? deploymentQuota,
    createdAt: account.created_at.toISOString(),
    suspendedAt: account.suspended_at?.toISOString() ?? null,
    suspendedBy: account.suspended_by,
    suspensionNote: account.suspension_note,
    closedAt: account.closed_at?.toISOString() ?? null,
    closedBy: account.closed_by,
  }
}

/** Opens an account, or returns the one this command opened before. */
export async function openAccount(db: Db, account: Insertable<AccountTable>): Promise<Account> {
  await db
    .insertInto('account')
    .values(account)
    .onConflict((known) => known.column('id').doNothing())
    .execute()
  return db.selectFrom('account').selectAll().where('id', '=', account.id).executeTakeFirstOrThrow()
}

export async function isOpenAccount(tx: Tx, accountId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Refuses what is made for an account that there is not, or that its owners closed. */
export async function assertOpenAccount(db: Db, accountId: string): Promise<void> {
  const found = await db
    .selectFrom('account')
    .select('closed_at')
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (found === undefined) throw absent('There is no such account.')
  if (found.closed_at === null) return
  throw conflict('The owners of this account closed it.', {
    reason: 'account_closed',
    remediation: 'Open it again first, with `account reopen`.',
  })
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

export async function findAccount(db: Db, accountId: string): Promise<Account | null> {
  const found = await db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
  return found ?? null
}

/** Accounts, newest first, after one that was listed before. */
export async function listAccountsOf(
  db: Db,
  { after, limit, onlySuspended }: { after: string | null; limit: number; onlySuspended: boolean },
): Promise<Account[]> {
  let accounts = db
    .selectFrom('account')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (onlySuspended) accounts = accounts.where('suspended_at', 'is not', null)
  if (after !== null) {
    const last = sql`(select a.created_at, a.id from account a where a.id = ${after})`
    accounts = accounts.where(sql<boolean>`(account.created_at, account.id) < ${last}`)
  }
  return accounts.execute()
}

/** Gives an account a quota of its own, or with null that of the deployment; null where there is no such account. */
export async function replaceQuota(db: Db, accountId: string, quota: number | null): Promise<Account | null> {
  return changeAccount(db, accountId, { quota })
}

/** Suspends an account; one that is suspended already stays as it was suspended first. Null where there is no such account. */
export async function suspend(
  db: Db,
  accountId: string,
  { at, by, note }: { at: Date; by: string; note: string },
): Promise<Account | null> {
  const suspended = await db
    .updateTable('account')
    .set({ suspended_at: at, suspended_by: by, suspension_note: note })
    .where('id', '=', accountId)
    .where('suspended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return suspended ?? findAccount(db, accountId)
}

/** Ends the suspension of an account; null where there is no such account. */
export async function resume(db: Db, accountId: string): Promise<Account | null> {
  return changeAccount(db, accountId, { suspended_at: null, suspended_by: null, suspension_note: null })
}

/** Opens an account that its owners closed; null where there is no such account. */
export async function reopen(db: Db, accountId: string): Promise<Account | null> {
  return changeAccount(db, accountId, { closed_at: null, closed_by: null })
}

async function changeAccount(
  db: Db,
  accountId: string,
  change: Updateable<AccountTable>,
): Promise<Account | null> {
  const changed = await db
    .updateTable('account')
    .set(change)
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
  return changed ?? null
}

/**
 * Those of these accounts that are not suspended and hold a key in force, or a sandbox session that is not over, which is bound to
 * no Spool.
 */
export async function activeAccounts(db: Db, accountIds: readonly string[], now: Date): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set()
  const withKeys = db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .where('account.suspended_at', 'is', null)
    .where('account.closed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((expression) =>
      expression.or([expression('expires_at', 'is', null), expression('expires_at', '>', now)]),
    )
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

/** When these accounts were opened; one that is not stored is left out. */
export async function accountOpenings(
  db: Db,
  accountIds: readonly string[],
): Promise<{ id: string; at: Date }[]> {
  if (accountIds.length === 0) return []
  return db.selectFrom('account').select(['id', 'created_at as at']).where('id', 'in', accountIds).execute()
}
