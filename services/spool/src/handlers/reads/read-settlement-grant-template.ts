import type { readSettlementGrantTemplate } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { askForGrant } from '../../adapters/settlement-grants.ts'
import type { SpoolDeps } from '../../deps.ts'
import { actionContextOf } from '../../domain/lifecycle/transitions.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { assertBuyerOfGrant, assertTakesGrant, grantTermsOf } from '../../domain/settlement/may-grant.ts'
import { currentSpoolOfParty } from '../../flows/current-spool.ts'

export function handleReadSettlementGrantTemplate(
  deps: SpoolDeps,
): Handler<typeof readSettlementGrantTemplate> {
  return async ({ spoolId }, context) => {
    const { spool, now } = await currentSpoolOfParty(deps, spoolId, context.principal)
    const viewer = viewerOf(spool, context.principal)
    assertBuyerOfGrant(viewer)
    assertTakesGrant(actionContextOf(spool, viewer, now))
    return askForGrant(deps, grantTermsOf(spool), context)
  }
}
