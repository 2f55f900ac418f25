import { payoutsChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { payoutsEntry } from '../domain/settlement/payouts.ts'
import { applyNews, type NewsDeps } from '../flows/apply-news.ts'
import { notePayouts, spoolsPaidByCard } from '../store/card/payout-store.ts'

/** Notes whether a payee can be paid, and shows it in every Spool that waits for it: they are at another version then. */
export function onPayoutsChanged(deps: NewsDeps): Reaction<typeof payoutsChanged> {
  return {
    event: payoutsChanged,
    concurrency: 4,
    async handle(news, { id, now }) {
      await notePayouts(deps.pool, news)
      for (const spoolId of await spoolsPaidByCard(deps.pool, news)) {
        await applyNews(deps, {
          // One event changes several Spools, each once.
          eventId: deps.hashes.sha256Hex(`${id}:${spoolId}`).slice(0, 32),
          spoolId,
          now,
          decide: (spool, at) => payoutsEntry(spool, news, at),
        })
      }
    },
  }
}
