import { operatorName, requestDiscrepancyClose } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { requestClose } from '../../domain/discrepancies/close-by-operators.ts'
import type { ChangeDeps } from '../../flows/change-spool.ts'
import { decideByOperator } from '../../flows/casework/decide-by-operator.ts'
import { closeRequestView } from '../../domain/views/casework/close-request-view.ts'

/** Asks that a block be closed; another operator approves. */
export function handleRequestDiscrepancyClose(deps: ChangeDeps): Handler<typeof requestDiscrepancyClose> {
  const textDigest = deps.hashes.text
  return ({ discrepancyId, ...closing }, context) => {
    const asked = { ...closing, operator: operatorName(context.principal) }
    return decideByOperator(
      deps,
      requestDiscrepancyClose,
      discrepancyId,
      context,
      (spool, discrepancy, now) => requestClose(spool, discrepancy, asked, { now, textDigest }),
      (spool, { discrepancy, request }) => closeRequestView(spool.id, discrepancy, request),
    )
  }
}
