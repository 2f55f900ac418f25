import type { Selectable } from 'kysely'
import type { Db, ReturnPageTable } from './tables.ts'

/** An address that a page names, and the name of the account that gave it. */
export type NamedReturn = { readonly url: string; readonly accountName: string }

/** Keeps pages; one that the same command kept before stays as it is. */
export async function keepReturnPages(db: Db, pages: readonly Selectable<ReturnPageTable>[]): Promise<void> {
  if (pages.length === 0) return
  await db
    .insertInto('return_page')
    .values([...pages])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function findReturnPage(db: Db, id: string): Promise<NamedReturn | null> {
  const found = await db
    .selectFrom('return_page')
    .innerJoin('account', 'account.id', 'return_page.account_id')
    .select(['return_page.url', 'account.name as accountName'])
    .where('return_page.id', '=', id)
    .executeTakeFirst()
  return found ?? null
}

/** Forgets pages that were made before `before`; returns how many went. */
export async function forgetReturnPages(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('return_page')
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
