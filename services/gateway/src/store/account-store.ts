import type { Selectable } from 'kysely'
import type { AccountTable, Db } from './tables.ts'

export type Account = Selectable<AccountTable>

/** Opens an account, or returns the one this command opened before. */
export async function openAccount(db: Db, account: Account): Promise<Account> {
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
