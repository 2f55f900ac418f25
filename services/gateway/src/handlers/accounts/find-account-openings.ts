import type { findAccountOpenings } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { accountOpenings } from '../../store/account-store.ts'
import type { Db } from '../../store/tables.ts'

export function handleFindAccountOpenings({ db }: { db: Db }): Handler<typeof findAccountOpenings> {
  return async ({ accountIds }) => {
    const rows = await accountOpenings(db, accountIds)
    return { openings: rows.map(({ id, at }) => ({ accountId: id, openedAt: at.toISOString() })) }
  }
}
