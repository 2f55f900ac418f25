import { accountOf, forbidden, type listSpoolEvents, type SpoolEventView } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { historyPage } from '../../store/spool-pages.ts'
import { currentSpoolOfParty, type ListDeps } from '../../flows/current-spool.ts'
import { mayList } from '../../domain/model/viewer.ts'

/** A page of the history in recorded order; the last one ends with what timers have added to it by now. */
export function handleListEvents(deps: ListDeps): Handler<typeof listSpoolEvents> {
  return async ({ spoolId, after }, { principal }) => {
    const { spool, history } = await currentSpoolOfParty(deps, spoolId, principal)
    if (!mayList(principal)) {
      throw forbidden('Only a full-scope key lists the history of a Spool.', {
        reason: 'full_scope_required',
      })
    }
    const { items, hasMore } = await deps.pageMutex.run(accountOf(principal) ?? spool.accountId, () =>
      historyPage(deps.pool, spool.id, after),
    )
    if (hasMore) return { data: items, has_more: true }
    const shown = items.at(-1)?.seq ?? after
    const added = (history as SpoolEventView[]).filter(({ seq }) => seq > shown)
    return { data: [...items, ...added], has_more: false }
  }
}
