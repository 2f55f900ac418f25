import { amendSpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { requiredSources } from '../../adapters/fact-sources.ts'
import { assertCheckableJudges, problemFinder } from '../../adapters/verification.ts'
import type { SpoolDeps } from '../../deps.ts'
import { amendSpool as amend } from '../../domain/agreement/amend-spool.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import {
  type ChangeDeps,
  changeAndReply,
  type Decided,
  previewChange,
  replyBeforeWork,
  shownSpool,
  type SpoolDecision,
} from '../../flows/change-spool.ts'
import { conditionId } from '../../flows/hashes.ts'
import { amendmentOf } from '../../wire/agreement-request.ts'

/**
 * Amends a proposal; a dry run answers with what it would become and stores nothing. What is to be read for it is work, which no one has
 * done who may not amend.
 */
export function handleAmendSpool(deps: ChangeDeps & Pick<SpoolDeps, 'bus'>): Handler<typeof amendSpool> {
  return async ({ request, dryRun, ...target }, context) => {
    if (dryRun) {
      assertMayAmend(await shownSpool(deps, target, context.principal))
    } else {
      const earlier = await replyBeforeWork(deps, target, context, assertMayAmend)
      if (earlier !== null) return earlier
    }
    const amendment = amendmentOf(request)
    const findProblem = await problemFinder(deps, amendment.added, context)
    const sources = await requiredSources(deps, amendment.added, context)
    function decide(current: Decided): SpoolDecision {
      assertMayAmend(current)
      const { spool, viewer, now } = current
      return amend(spool, viewer, amendment, {
        at: now.toISOString(),
        idOf: (index) => conditionId(spool.id, spool.agreement.version + 1, index),
        canFetch: context.principal.kind !== 'sandbox',
        findProblem,
        sources,
        hashed: deps.hashes.hashed,
      })
    }
    await assertCheckableJudges(deps, request.add_conditions ?? [], 'add_conditions', context)
    return dryRun
      ? previewChange(deps, target, context, decide)
      : changeAndReply(deps, amendSpool, target, context, decide)
  }
}

function assertMayAmend({ spool, viewer, now }: Decided): void {
  assertAllowed('amend', spool, viewer, now)
}
