import type { CommandOutput, requestDiscrepancyClose } from '@outturn/contracts'
import type { CloseRequest, Discrepancy } from '../../model/casework/discrepancy.ts'
import { noteOf } from './discrepancy-view.ts'

/** A request that waits for a second operator, as operators see it. */
export function closeRequestView(
  spoolId: string,
  discrepancy: Discrepancy,
  request: CloseRequest,
): CommandOutput<typeof requestDiscrepancyClose> {
  return {
    ...{ discrepancyId: discrepancy.id, spoolId, act: request.act, outcome: request.outcome },
    note: noteOf(discrepancy, { note: request.note, by: 'operator' }),
    requestedBy: request.by,
    expiresAt: request.expiresAt,
  }
}
