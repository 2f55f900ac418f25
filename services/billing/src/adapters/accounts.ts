import { findAccountOpenings } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'

const deadlineMs = 5_000
/** Accounts that one request asks for. */
const batch = 500

/** Asks the gateway when accounts were opened. */
export function openingsOver(bus: Bus): BillingDeps['openedAt'] {
  return async (accountIds, now) => {
    const opened = new Map<string, Date>()
    for (let from = 0; from < accountIds.length; from += batch) {
      const { openings } = await bus.request(
        findAccountOpenings,
        { accountIds: accountIds.slice(from, from + batch) },
        {
          principal: { kind: 'service', service: 'billing' },
          deadline: now.getTime() + deadlineMs,
          requestId: `billing-outcome-index-${from}`,
        },
      )
      for (const { accountId, openedAt } of openings) opened.set(accountId, new Date(openedAt))
    }
    return opened
  }
}
