import { inTransaction } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import { noteOf } from '../../console/accounts/console-keys.ts'
import type { SignedIn } from '../../console/sessions/serve-person.ts'
import type { Db, Tx } from '../tables.ts'
import { noteAction } from './audit-store.ts'

export type AccountSettings = { readonly name: string; readonly developersMoveMoney: boolean }

export async function readSettings(db: Db | Tx, accountId: string): Promise<AccountSettings> {
  return db
    .selectFrom('account')
    .select(['name', 'developers_move_money as developersMoveMoney'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Changes what the owners of an account decide, and notes what was changed. */
export async function changeSettings(person: SignedIn, next: AccountSettings, now: Date): Promise<void> {
  const { console, accountId } = person
  await inTransaction(console.db, async (tx) => {
    await lockAccount(tx, accountId)
    const before = await readSettings(tx, accountId)
    await tx
      .updateTable('account')
      .set({ name: next.name, developers_move_money: next.developersMoveMoney })
      .where('id', '=', accountId)
      .execute()
    const note = { ...noteOf(person, now), target: accountId }
    if (before.name !== next.name) {
      const details = { from: before.name, to: next.name }
      await noteAction(tx, { ...note, action: 'account.renamed', details })
    }
    if (before.developersMoveMoney !== next.developersMoveMoney) {
      const details = { developers_move_money: String(next.developersMoveMoney) }
      await noteAction(tx, { ...note, action: 'account.settings_changed', details })
    }
  })
  // The name of the account stands in the principal of each of its keys.
  console.keys.forget()
}

/** How much ends with an account: its keys in force, and its people. */
export async function countEndings(
  db: Db,
  accountId: string,
  now: Date,
): Promise<{ keys: number; people: number }> {
  const { rows } = await sql<{ keys: number; people: number }>`
    select
      (select count(*)::int from api_key
        where account_id = ${accountId} and revoked_at is null and (expires_at is null or expires_at > ${now})) as keys,
      (select count(*)::int from membership where account_id = ${accountId}) as people`.execute(db)
  return rows[0] ?? { keys: 0, people: 0 }
}

/**
 * Closes an account: its keys, grants, invitations and sessions end. What was agreed, its receipts, its ledger and its audit log stay,
 * because other parties rely on them. Closing it again changes nothing.
 */
export async function closeAccount(person: SignedIn, now: Date): Promise<void> {
  const { console, accountId, email } = person
  await inTransaction(console.db, async (tx) => {
    const closed = await tx
      .updateTable('account')
      .set({ closed_at: now, closed_by: email })
      .where('id', '=', accountId)
      .where('closed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (closed === undefined) return
    await tx
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .execute()
    await tx
      .updateTable('key_grant')
      .set({ revoked_at: now })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .where('exchanged_at', 'is', null)
      .execute()
    await tx
      .updateTable('team_invitation')
      .set({ revoked_at: now })
      .where('account_id', '=', accountId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
    await tx
      .updateTable('person_session')
      .set({ revoked_at: now })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .execute()
    await noteAction(tx, { ...noteOf(person, now), action: 'account.closed', target: accountId })
  })
  console.keys.forget()
}

async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
}
