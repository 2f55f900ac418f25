import type { closeSettlement } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../../deps.ts'
import { closeCardElsewhere, closeElsewhere } from '../../domain/operator/close.ts'
import {
  actOnCardSettlement,
  actOnSettlement,
  advanceNow,
  laneOfKnown,
} from '../../flows/act-on-settlement.ts'
import { mayBePaidUnseen } from '../../flows/advance-granted.ts'
import { isUnderWay } from '../../store/slot-store.ts'

export function handleCloseSettlement(deps: SettlementDeps): Handler<typeof closeSettlement> {
  return async ({ settlementId, reason, evidence }, asked) => {
    const lane = await laneOfKnown(deps, settlementId)
    // What the chain or the processor has by now is paid, and is not settled elsewhere.
    await advanceNow(deps, lane, settlementId)
    const what = { kind: 'close' as const, subject: settlementId, reason, evidence }
    if (lane === 'card') return actOnCardSettlement(deps, what, asked, closeCardElsewhere)
    const isUnseen = await mayBePaidUnseen(deps, settlementId)
    return actOnSettlement(deps, what, asked, async ({ settlement, legs }, tx) =>
      closeElsewhere(settlement, legs, isUnseen || (await isUnderWay(tx, settlement.id))),
    )
  }
}
