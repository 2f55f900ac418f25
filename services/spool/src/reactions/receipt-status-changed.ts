import { receiptStatusChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { applyReceiptStatus } from '../domain/receipts/apply-receipt-status.ts'
import { applyNews, type NewsDeps } from '../flows/apply-news.ts'

/** Applies the statuses of a Spool's receipts and what was settled with them. */
export function onReceiptStatusChanged(deps: NewsDeps): Reaction<typeof receiptStatusChanged> {
  return {
    event: receiptStatusChanged,
    concurrency: 16,
    handle: (fact, { id, now }) =>
      applyNews(deps, {
        eventId: id,
        spoolId: fact.spoolId,
        now,
        decide: (spool, at) => applyReceiptStatus(spool, fact, at),
      }),
  }
}
