import type { recheckSettlement } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../../deps.ts'
import { advanceNow, laneOfKnown, recordOnly, rowOf } from '../../flows/act-on-settlement.ts'

export function handleRecheckSettlement(deps: SettlementDeps): Handler<typeof recheckSettlement> {
  return async ({ settlementId, reason }, asked) => {
    const lane = await laneOfKnown(deps, settlementId)
    await recordOnly(deps, { kind: 'recheck', subject: settlementId, reason }, asked)
    await advanceNow(deps, lane, settlementId)
    return rowOf(deps, settlementId)
  }
}
