import { statementClosed } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { type Notifier, notifyAccount } from '../console/mail/notify-account.ts'

/** Writes to the owners and billing people of an account about the statement of a month that was made. */
export function onBillingStatementClosed(notifier: Notifier): Reaction<typeof statementClosed> {
  return {
    event: statementClosed,
    concurrency: 4,
    handle: ({ accountId, ...facts }, { id, now }) =>
      notifyAccount(notifier, { id, kind: 'statement_closed', accountId, facts }, now),
  }
}
