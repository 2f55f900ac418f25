import { absentDiscrepancy, type inspectDiscrepancy } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { currentDiscrepancy } from '../../domain/discrepancies/current-discrepancy.ts'
import { closeRequestView } from '../../domain/views/casework/close-request-view.ts'
import { sharedDiscrepancy } from '../../domain/views/casework/discrepancy-view.ts'
import { currentSpool, type ReadDeps } from '../../flows/current-spool.ts'
import { findDiscrepancy } from '../../store/casework/discrepancy-store.ts'

/** Everything that the parties and operators wrote in a discrepancy. */
export function handleInspectDiscrepancy(deps: ReadDeps): Handler<typeof inspectDiscrepancy> {
  return async ({ discrepancyId }, { principal }) => {
    const found = await findDiscrepancy(deps.pool, discrepancyId)
    const current = found === null ? null : await currentSpool(deps, found.spoolId, principal)
    if (found === null || current === null) throw absentDiscrepancy()
    const latest = (await findDiscrepancy(deps.pool, discrepancyId)) ?? found
    const discrepancy = currentDiscrepancy(latest.discrepancy, current.spool)
    const { request, texts } = discrepancy
    return {
      ...sharedDiscrepancy(current.spool, discrepancy),
      texts: texts.map((text) => ({
        by: text.by,
        text: 'note' in text ? text.note : text.opening.description,
      })),
      closeRequest:
        request === null ? null : shownRequest(closeRequestView(found.spoolId, discrepancy, request)),
    }
  }
}

function shownRequest({ discrepancyId: _, spoolId: __, ...request }: ReturnType<typeof closeRequestView>) {
  return request
}
