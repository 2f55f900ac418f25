import { firstTime, inTransaction } from '@outturn/postgres/typed'
import { type NewNotice, queueNotice } from '../../store/console/account-notice-store.ts'
import type { Console } from '../console.ts'

/** Where mails about accounts are queued; null in the environment without a console. */
export type Notifier = { readonly db: Console['db']; readonly console: Pick<Console, 'sendMails'> | null }

/** Queues the mails about an event, once however often it comes. */
export async function notifyAccount({ db, console }: Notifier, notice: NewNotice, now: Date): Promise<void> {
  const isNew = await inTransaction(db, async (tx) => {
    if (!(await firstTime(tx, notice.id))) return false
    if (console !== null) await queueNotice(tx, notice, now)
    return true
  })
  if (isNew) console?.sendMails()
}
