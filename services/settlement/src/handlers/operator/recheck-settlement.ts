import type { recheckSettlement } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../../deps.ts'
import { advanceNow, laneOfKnown, recordOnly, rowOf } from '../../flows/act-on-settlement.ts'
import { keepSlots } from '../../flows/chain/keep-slots.ts'
import { watchBlocks } from '../../flows/chain/watch-blocks.ts'
import { doubtPayments } from '../../store/block-store.ts'

export function handleRecheckSettlement(deps: SettlementDeps): Handler<typeof recheckSettlement> {
  return async ({ settlementId, reason }, asked) => {
    const lane = await laneOfKnown(deps, settlementId)
    await recordOnly(deps, { kind: 'recheck', subject: settlementId, reason }, asked)
    if (lane === 'wallet') await recheckChain(deps, settlementId)
    await advanceNow(deps, lane, settlementId)
    return rowOf(deps, settlementId)
  }
}

/** Compares all that is recorded with the chain, and the payments of one settlement in any case; what goes wrong is left to the sweepers. */
async function recheckChain(deps: SettlementDeps, settlementId: string): Promise<void> {
  const { chain, pool, log } = deps
  if (chain === null) return
  try {
    await doubtPayments(pool, settlementId)
    await watchBlocks(deps, chain, { isForced: true })
    await keepSlots(deps, { isForced: true })
  } catch (error) {
    log.warn({ err: error, settlement: settlementId }, 'the chain will be compared later')
  }
}
