import type { listDiscrepancyCloses } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { closeRequestView } from '../../domain/views/casework/close-request-view.ts'
import type { ReadDeps } from '../../flows/current-spool.ts'
import { requestedCloses } from '../../store/casework/discrepancy-store.ts'

export function handleListDiscrepancyCloses(deps: ReadDeps): Handler<typeof listDiscrepancyCloses> {
  return async () => {
    const found = await requestedCloses(deps.pool, deps.clock.now())
    return found.flatMap(({ spoolId, discrepancy }) =>
      discrepancy.request === null ? [] : [closeRequestView(spoolId, discrepancy, discrepancy.request)],
    )
  }
}
