import type { readSettlementGrant } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { grantOf } from '../../adapters/settlement-grants.ts'
import type { SpoolDeps } from '../../deps.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { assertBuyerOfGrant } from '../../domain/settlement/may-grant.ts'
import { currentSpoolOfParty } from '../../flows/current-spool.ts'

export function handleReadSettlementGrant(deps: SpoolDeps): Handler<typeof readSettlementGrant> {
  return async ({ spoolId }, context) => {
    const { spool } = await currentSpoolOfParty(deps, spoolId, context.principal)
    assertBuyerOfGrant(viewerOf(spool, context.principal))
    return grantOf(deps, spool.id, context)
  }
}
