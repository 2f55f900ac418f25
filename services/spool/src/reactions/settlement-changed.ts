import { settlementChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { applySettlement } from '../domain/settlement/apply-settlement.ts'
import { applyNews, type NewsDeps } from '../flows/apply-news.ts'

/** Shows in a Spool where its settlement stands, and completes it when it is paid. */
export function onSettlementChanged(deps: NewsDeps): Reaction<typeof settlementChanged> {
  return {
    event: settlementChanged,
    concurrency: 16,
    handle: ({ spoolId, summary }, { id, now }) =>
      applyNews(deps, {
        eventId: id,
        spoolId,
        now,
        decide: (spool, at) => applySettlement(spool, summary, at),
      }),
  }
}
