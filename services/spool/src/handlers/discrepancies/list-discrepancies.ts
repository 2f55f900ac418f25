import { invalid, type listDiscrepancies } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { viewerOf } from '../../domain/model/viewer.ts'
import { discrepancyView } from '../../domain/views/casework/discrepancy-view.ts'
import { currentSpoolOfParty, type ReadDeps } from '../../flows/current-spool.ts'
import { discrepanciesOf } from '../../store/casework/discrepancy-store.ts'

/** One page of the discrepancies of a Spool, the newest first. */
export function handleListDiscrepancies(deps: ReadDeps): Handler<typeof listDiscrepancies> {
  return async ({ spoolId, limit, after, status }, { principal }) => {
    const { spool } = await currentSpoolOfParty(deps, spoolId, principal)
    const page = { limit, after: after ?? null, status: status ?? null, about: null }
    const found = await discrepanciesOf(deps.pool, spool.id, page)
    if (found === null) {
      throw invalid('after', 'after names no discrepancy of this Spool.', {
        remediation: 'Send the next_cursor of the page before, or leave after out.',
      })
    }
    const { items, hasMore } = found
    const viewer = viewerOf(spool, principal)
    return {
      data: items.map((each) => discrepancyView(spool, each, viewer)),
      has_more: hasMore,
      next_cursor: hasMore ? (items.at(-1)?.id ?? null) : null,
    }
  }
}
