import type { BlockReason, SettlementSummary } from '@outturn/contracts'
import { type Leg, requiredLeg } from './leg.ts'
import type { Settlement } from './settlement.ts'
import { blockMessages } from './grants/grant-authority.ts'
import { currentLegs, stateOf } from './settlement-state.ts'
import { refusalActor, refusalMessage } from './transfer-refusal.ts'

type Blocked = NonNullable<SettlementSummary['blocked']>

/** Why nothing moves, and who can end it. */
function blockedSummary({ blockedDetail }: Settlement, reason: BlockReason): Blocked {
  if (reason !== 'transfer_refused' || blockedDetail === null)
    return { reason, message: blockMessages[reason] }
  const actor = refusalActor(blockedDetail)
  return { reason, message: refusalMessage(blockedDetail, actor), actor }
}

/** Where a settlement stands, as the Spool service is told. */
export function summaryOf(settlement: Settlement, legs: readonly Leg[]): SettlementSummary {
  const current = currentLegs(legs)
  return {
    version: settlement.version,
    state: stateOf(settlement, legs),
    requiredLegs: current
      .filter(({ state }) => state === 'unsigned' && !settlement.isClosed)
      .map((leg) => requiredLeg(settlement, leg)),
    ...(settlement.blockedBy !== null && {
      blocked: blockedSummary(settlement, settlement.blockedBy),
    }),
    payments: current.flatMap(({ kind, transaction }) =>
      transaction === null ? [] : [{ leg: kind, transaction }],
    ),
  }
}
