import type { CommandOutput, listSettlementAnomalies, listSettlements } from '@outturn/contracts'
import type { SettlementState } from '@outturn/vocabulary'
import type { KeptAnomaly } from './anomaly.ts'
import { type CardSettlementWithHold, cardStateOf } from '../card/card-settlement.ts'
import type { Leg } from '../leg.ts'
import type { Settlement } from '../settlement.ts'
import { stateOf } from '../settlement-state.ts'

type Dated = { createdAt: Date; updatedAt: Date } & (
  | { lane: 'wallet'; settlement: Settlement; legs: readonly Leg[] }
  | ({ lane: 'card' } & CardSettlementWithHold)
)

/** Where a settlement stands, in whichever lane. */
export function stateOfAny(found: Dated): SettlementState {
  return found.lane === 'wallet' ? stateOf(found.settlement, found.legs) : cardStateOf(found)
}

/** A settlement as an operator is shown it. */
export function settlementRow(found: Dated): CommandOutput<typeof listSettlements>[number] {
  const { lane, createdAt, updatedAt } = found
  const { id, spoolId, due, isHeld, isClosed } = found.settlement
  return {
    ...{ id, spoolId, lane, isHeld, isClosed },
    state: stateOfAny(found),
    earnedCents: due === null ? null : Number(due.earnedCents),
    feeCents: due === null ? null : Number(due.feeCents),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** An anomaly as an operator is shown it. */
export function anomalyRow({
  foundAt,
  closedAt,
  ...anomaly
}: KeptAnomaly): CommandOutput<typeof listSettlementAnomalies>[number] {
  return { ...anomaly, foundAt: foundAt.toISOString(), closedAt: closedAt?.toISOString() ?? null }
}
