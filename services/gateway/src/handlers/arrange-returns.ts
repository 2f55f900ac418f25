import { absent, type arrangeReturns } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { TokenHash } from '../auth/token-hash.ts'
import { returnHostsOf } from '../store/account-store.ts'
import { keepReturnPages } from '../store/return-store.ts'
import type { Db } from '../store/tables.ts'

type Deps = { db: Db; hash: TokenHash; publicUrl: string }

/**
 * The id of a page follows from the command and its address under the pepper: the same command has the same pages, and no one
 * finds the page of another.
 */
export function handleArrangeReturns({ db, hash, publicUrl }: Deps): Handler<typeof arrangeReturns> {
  return async ({ accountId, refreshUrl, returnUrl }, { commandId, now }) => {
    const allowed = await returnHostsOf(db, accountId)
    if (allowed === null) throw absent('There is no such account.')
    const pages: { id: string; account_id: string; url: string; created_at: Date }[] = []
    const arranged = (text: string): string => {
      const { host, href } = new URL(text)
      if (allowed.includes(host)) return text
      const id = hash(`return page|${commandId}|${href}`).slice(0, 32)
      if (!pages.some((page) => page.id === id)) {
        pages.push({ id, account_id: accountId, url: href, created_at: now })
      }
      return `${publicUrl}/return/${id}`
    }
    const urls = { refreshUrl: arranged(refreshUrl), returnUrl: arranged(returnUrl) }
    await keepReturnPages(db, pages)
    return urls
  }
}
