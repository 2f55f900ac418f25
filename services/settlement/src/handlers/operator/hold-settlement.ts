import { conflict, type holdSettlement } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementState } from '@outturn/vocabulary'
import type { SettlementDeps } from '../../deps.ts'
import { cardStateOf } from '../../domain/card/card-settlement.ts'
import { stateOf } from '../../domain/settlement-state.ts'
import { actOnCardSettlement, actOnSettlement, laneOfKnown } from '../../flows/act-on-settlement.ts'

export function handleHoldSettlement(deps: SettlementDeps): Handler<typeof holdSettlement> {
  return async ({ settlementId, isHeld, reason }, asked) => {
    const what = { kind: isHeld ? ('hold' as const) : ('unhold' as const), subject: settlementId, reason }
    if ((await laneOfKnown(deps, settlementId)) === 'card') {
      return actOnCardSettlement(deps, what, asked, ({ settlement, hold }) => {
        assertGoesOn(cardStateOf({ settlement, hold }))
        return { settlement: { ...settlement, isHeld }, hold, transfers: [] }
      })
    }
    return actOnSettlement(deps, what, asked, ({ settlement, legs }) => {
      assertGoesOn(stateOf(settlement, legs))
      return { settlement: { ...settlement, isHeld }, legs: [], transfers: [] }
    })
  }
}

function assertGoesOn(state: SettlementState): void {
  if (state !== 'settled' && state !== 'voided') return
  throw conflict(`The settlement has ended: it is ${state}.`, {
    reason: 'settlement_ended',
    remediation: 'Look at it with `settlement show`.',
  })
}
