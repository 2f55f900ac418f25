import { forbidden, type listSpoolEvents, type SpoolEventView } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { historyOf } from '../../store/spool-store.ts'
import { currentSpoolOfParty, type ReadDeps } from '../../flows/current-spool.ts'

/** The history in recorded order, with what timers have added to it by now. */
export function handleListEvents(deps: ReadDeps): Handler<typeof listSpoolEvents> {
  return async ({ spoolId }, { principal }) => {
    const { spool, history } = await currentSpoolOfParty(deps, spoolId, principal)
    if (principal.kind === 'account' && principal.scope !== 'full') {
      throw forbidden('Only a full-scope key lists the history of a Spool.', {
        reason: 'full_scope_required',
      })
    }
    const written = await historyOf(deps.pool, spool.id)
    const known = new Set(written.map(({ id }) => id))
    return [...written, ...history.filter(({ id }) => !known.has(id))] as SpoolEventView[]
  }
}
