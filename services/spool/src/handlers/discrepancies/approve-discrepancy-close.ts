import { approveDiscrepancyClose, operatorName } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { approveClose } from '../../domain/discrepancies/close-by-operators.ts'
import { decideByOperator } from '../../flows/casework/decide-by-operator.ts'
import type { ChangeDeps } from '../../flows/change-spool.ts'

/** Closes a block as another operator requested. */
export function handleApproveDiscrepancyClose(deps: ChangeDeps): Handler<typeof approveDiscrepancyClose> {
  return ({ discrepancyId }, context) => {
    const approvedBy = operatorName(context.principal)
    return decideByOperator(
      deps,
      approveDiscrepancyClose,
      discrepancyId,
      context,
      (spool, discrepancy, now) => approveClose(spool, discrepancy, approvedBy, now),
      (spool, { discrepancy: { status, resolution }, request }) => ({
        ...{ discrepancyId, spoolId: spool.id, status, approvedBy },
        requestedBy: request.by,
        closedAt: resolution?.at ?? spool.updatedAt,
      }),
    )
  }
}
