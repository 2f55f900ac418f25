import { type bumpSettlement, conflict, Refusal } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../../deps.ts'
import { laneOfKnown, recordOnly } from '../../flows/act-on-settlement.ts'
import { bumpSlotOf } from '../../flows/chain/keep-slots.ts'

export function handleBumpSettlement(deps: SettlementDeps): Handler<typeof bumpSettlement> {
  return async ({ settlementId, reason }, asked) => {
    await laneOfKnown(deps, settlementId)
    await recordOnly(deps, { kind: 'bump', subject: settlementId, reason }, asked)
    const version = await bumped(deps, settlementId)
    if (version === 'none') {
      throw conflict('No transaction of this settlement waits for a block.', {
        reason: 'nothing_under_way',
        remediation: 'Look at it with `settlement show`, or ask the chain with `settlement recheck`.',
      })
    }
    if (version === 'limit') {
      throw conflict('More would be offered for the transaction than OUTTURN_SETTLEMENT_MAX_FEE_GWEI.', {
        reason: 'fee_limit',
        remediation: 'Raise OUTTURN_SETTLEMENT_MAX_FEE_GWEI and start settlement again.',
      })
    }
    return { settlementId, version }
  }
}

async function bumped(deps: SettlementDeps, settlementId: string): Promise<number | 'none' | 'limit'> {
  try {
    return deps.chain === null ? 'none' : await bumpSlotOf(deps, deps.chain, settlementId)
  } catch (error) {
    throw Object.assign(
      new Refusal('settlement_unavailable', 'The chain of the settlement cannot be reached now.', {
        reason: 'managed_settlement_disabled',
        remediation: 'Try again when OUTTURN_SETTLEMENT_RPC_URL answers.',
      }),
      { cause: error },
    )
  }
}
