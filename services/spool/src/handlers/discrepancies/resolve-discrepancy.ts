import { resolveDiscrepancy } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { ChangeDeps } from '../../flows/change-spool.ts'
import { changeDiscrepancy } from '../../flows/casework/change-discrepancy.ts'

/** Settles a difference, or proposes to. */
export function handleResolveDiscrepancy(deps: ChangeDeps): Handler<typeof resolveDiscrepancy> {
  return ({ discrepancyId, request: { outcome, note } }, context) =>
    changeDiscrepancy(
      deps,
      resolveDiscrepancy,
      { discrepancyId, asked: { act: 'resolve', outcome, note } },
      context,
    )
}
