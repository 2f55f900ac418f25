import { absent, type setReturnHosts } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { replaceReturnHosts } from '../../store/account-store.ts'
import type { Db } from '../../store/tables.ts'

export function handleSetReturnHosts({ db }: { db: Db }): Handler<typeof setReturnHosts> {
  return async ({ accountId, hosts }) => {
    const distinct = [...new Set(hosts)]
    if (!(await replaceReturnHosts(db, accountId, distinct))) throw absent('There is no such account.')
    return { accountId, hosts: distinct }
  }
}
