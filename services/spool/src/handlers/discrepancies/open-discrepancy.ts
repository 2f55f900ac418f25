import { type DiscrepancyRequest, openDiscrepancy as openDiscrepancyCommand } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { openDiscrepancy, type ReportedDiscrepancy } from '../../domain/discrepancies/open-discrepancy.ts'
import type { Discrepancy } from '../../domain/model/casework/discrepancy.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { discrepancyView } from '../../domain/views/casework/discrepancy-view.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'
import { textDigestBy } from '../../flows/casework/text-digest.ts'

/** Opens a discrepancy that a party reports. */
export function handleOpenDiscrepancy(deps: ChangeDeps): Handler<typeof openDiscrepancyCommand> {
  const textDigest = textDigestBy(deps.hashes)
  return ({ spoolId, request }, context) => {
    const reported = reportedBy(request, derivedId('discrepancy', context.commandId))
    let opened: readonly Discrepancy[] = []
    return changeAndReply(
      deps,
      openDiscrepancyCommand,
      { spoolId },
      context,
      ({ spool, viewer, now }) => {
        const decision = openDiscrepancy(spool, viewer, reported, { now, textDigest })
        opened = decision.discrepancies ?? []
        return decision
      },
      {
        answer: ({ spool }) =>
          discrepancyView(spool, opened[0] as Discrepancy, viewerOf(spool, context.principal)),
      },
    )
  }
}

function reportedBy(request: DiscrepancyRequest, id: string): ReportedDiscrepancy {
  const { kind, severity = 'warn', description, expected, observed } = request
  return {
    ...{ id, kind, severity },
    about: {
      claimId: null,
      factId: null,
      conditionId: request.condition_id ?? null,
      unit: request.unit ?? null,
      field: request.field ?? null,
    },
    said: {
      description,
      ...(expected !== undefined && { expected }),
      ...(observed !== undefined && { observed }),
    },
  }
}
