import { dismissDiscrepancy } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { ChangeDeps } from '../../flows/change-spool.ts'
import { changeDiscrepancy } from '../../flows/casework/change-discrepancy.ts'

/** Says that there is no difference, or proposes to. */
export function handleDismissDiscrepancy(deps: ChangeDeps): Handler<typeof dismissDiscrepancy> {
  return ({ discrepancyId, request: { note } }, context) =>
    changeDiscrepancy(
      deps,
      dismissDiscrepancy,
      { discrepancyId, asked: { act: 'dismiss', outcome: null, note } },
      context,
    )
}
