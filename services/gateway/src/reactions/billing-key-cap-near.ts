import { keyCapNear } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { type Notifier, notifyAccount } from '../console/mail/notify-account.ts'

/** Writes to the owners and billing people of an account about a key that used most or all of its cap. */
export function onBillingKeyCapNear(notifier: Notifier): Reaction<typeof keyCapNear> {
  return {
    event: keyCapNear,
    concurrency: 4,
    handle: ({ accountId, ...facts }, { id, now }) =>
      notifyAccount(notifier, { id, kind: 'key_cap_near', accountId, facts }, now),
  }
}
