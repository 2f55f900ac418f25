import {
  type DiscrepancyRequest,
  openDiscrepancy as openDiscrepancyCommand,
  unprocessable,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { openDiscrepancy, type ReportedDiscrepancy } from '../../domain/discrepancies/open-discrepancy.ts'
import type { Discrepancy } from '../../domain/model/casework/discrepancy.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { discrepancyView } from '../../domain/views/casework/discrepancy-view.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'
import { hasClaim } from '../../store/casework/claim-store.ts'

/** Opens a discrepancy that a party reports. */
export function handleOpenDiscrepancy(deps: ChangeDeps): Handler<typeof openDiscrepancyCommand> {
  const textDigest = deps.hashes.text
  return ({ spoolId, request }, context) => {
    const reported = reportedBy(request, derivedId('discrepancy', context.commandId))
    let opened: readonly Discrepancy[] = []
    return changeAndReply(
      deps,
      openDiscrepancyCommand,
      { spoolId },
      context,
      async ({ spool, viewer, now }) => {
        const decision = openDiscrepancy(spool, viewer, reported, { now, textDigest })
        await assertClaim(deps, spool.id, request.claim_id)
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

/** A claim of another Spool does not exist here. */
async function assertClaim(
  { pool }: ChangeDeps,
  spoolId: string,
  claimId: string | undefined,
): Promise<void> {
  if (claimId === undefined || (await hasClaim(pool, spoolId, claimId))) return
  throw unprocessable('claim_id', `This Spool has no claim ${claimId}.`, {
    remediation: `List the claims of the Spool with GET /api/v1/spools/${spoolId}/claims.`,
  })
}

function reportedBy(request: DiscrepancyRequest, id: string): ReportedDiscrepancy {
  const { kind, severity = 'warn', description, expected, observed } = request
  return {
    ...{ id, kind, severity },
    about: {
      claimId: request.claim_id ?? null,
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
