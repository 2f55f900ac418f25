import type { readDiscrepancy } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { viewerOf } from '../../domain/model/viewer.ts'
import { discrepancyView } from '../../domain/views/casework/discrepancy-view.ts'
import type { ReadDeps } from '../../flows/current-spool.ts'
import { visibleDiscrepancy } from '../../flows/casework/visible-discrepancy.ts'

export function handleReadDiscrepancy(deps: ReadDeps): Handler<typeof readDiscrepancy> {
  return async ({ discrepancyId }, { principal }) => {
    const { spool, discrepancy } = await visibleDiscrepancy(deps, discrepancyId, principal)
    return discrepancyView(spool, discrepancy, viewerOf(spool, principal))
  }
}
