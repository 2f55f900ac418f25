import type { findDiscrepanciesAbout } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { viewerOf } from '../../domain/model/viewer.ts'
import { discrepancyView } from '../../domain/views/casework/discrepancy-view.ts'
import { currentSpoolOfParty, type ReadDeps } from '../../flows/current-spool.ts'
import { discrepanciesOf } from '../../store/casework/discrepancy-store.ts'

/** The discrepancies of a Spool about some claims and facts, the newest first. */
export function handleFindDiscrepanciesAbout(deps: ReadDeps): Handler<typeof findDiscrepanciesAbout> {
  return async ({ spoolId, about, limit }, { principal }) => {
    const { spool } = await currentSpoolOfParty(deps, spoolId, principal)
    const found = await discrepanciesOf(deps.pool, spool.id, { limit, after: null, status: null, about })
    const viewer = viewerOf(spool, principal)
    return { data: (found?.items ?? []).map((each) => discrepancyView(spool, each, viewer)) }
  }
}
