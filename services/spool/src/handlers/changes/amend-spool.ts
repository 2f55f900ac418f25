import { amendSpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { assertCheckableJudges } from '../../adapters/verification.ts'
import type { SpoolDeps } from '../../deps.ts'
import { amendSpool as amend } from '../../domain/agreement/amend-spool.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import {
  type ChangeDeps,
  changeAndReply,
  type Decided,
  previewChange,
  type SpoolDecision,
} from '../../flows/change-spool.ts'
import { conditionId } from '../../flows/hashes.ts'
import { amendmentOf } from '../../wire/agreement-request.ts'

/** Amends a proposal; a dry run answers with what it would become and stores nothing. */
export function handleAmendSpool(deps: ChangeDeps & Pick<SpoolDeps, 'bus'>): Handler<typeof amendSpool> {
  return async ({ request, dryRun, ...target }, context) => {
    function decide({ spool, viewer, now }: Decided): SpoolDecision {
      assertAllowed('amend', spool, viewer, now)
      return amend(spool, viewer, amendmentOf(request), {
        at: now.toISOString(),
        idOf: (index) => conditionId(spool.id, spool.agreement.version + 1, index),
        canFetch: context.principal.kind !== 'sandbox',
        hashed: deps.hashes.hashed,
      })
    }
    await assertCheckableJudges(deps, request.add_conditions ?? [], 'add_conditions', context)
    return dryRun
      ? previewChange(deps, target, context, decide)
      : changeAndReply(deps, amendSpool, target, context, decide)
  }
}
