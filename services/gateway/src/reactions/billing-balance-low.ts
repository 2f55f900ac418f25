import { balanceLow } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { type Notifier, notifyAccount } from '../console/mail/notify-account.ts'

/** Writes to the owners and billing people of an account about the balance of an account that fell below its threshold. */
export function onBillingBalanceLow(notifier: Notifier): Reaction<typeof balanceLow> {
  return {
    event: balanceLow,
    concurrency: 4,
    handle: ({ accountId, ...facts }, { id, now }) =>
      notifyAccount(notifier, { id, kind: 'balance_low', accountId, facts }, now),
  }
}
