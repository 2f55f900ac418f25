import { settlementChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { applySettlement } from '../domain/settlement/apply-settlement.ts'
import type { SpoolDeps } from '../deps.ts'
import { applyNews } from '../flows/apply-news.ts'
import { runDueReview } from '../flows/reviews/run-review.ts'

const ended: ReadonlySet<string> = new Set(['settled', 'voided', 'failed'])

/** Shows in a Spool where its settlement stands, and completes it when it is paid. */
export function onSettlementChanged(deps: SpoolDeps): Reaction<typeof settlementChanged> {
  return {
    event: settlementChanged,
    concurrency: 16,
    handle: async ({ spoolId, summary }, { id, now }) => {
      await applyNews(deps, {
        eventId: id,
        spoolId,
        now,
        decide: (spool, at) => applySettlement(spool, summary, at),
      })
      if (!ended.has(summary.state)) return
      // A review that was decided meanwhile has waited for this end; where its run cannot begin now, the sweeper opens it.
      await runDueReview(deps, spoolId, now).catch((error: unknown) =>
        deps.log.warn({ err: error, spoolId }, 'the run of a review is opened later'),
      )
    },
  }
}
