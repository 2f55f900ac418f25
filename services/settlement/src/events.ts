import { settlementChanged } from '@outturn/contracts'
import { type OutboxRow, outboxRow } from '@outturn/postgres'
import type { SettlementDeps } from './deps.ts'
import type { Leg } from './domain/leg.ts'
import type { Settlement } from './domain/settlement.ts'
import { isBeingPaid, latest } from './domain/settlement-state.ts'
import { summaryOf } from './domain/summary.ts'

/** The event that a settlement moved on. */
export function settlementMoved(
  { environment, ids }: Pick<SettlementDeps, 'environment' | 'ids'>,
  settlement: Settlement,
  legs: readonly Leg[],
  now: Date,
): OutboxRow {
  const seller = latest(legs, 'seller')
  const isSettled = seller?.state === 'paid' || settlement.isClosed
  const payload = {
    spoolId: settlement.spoolId,
    summary: summaryOf(settlement, legs),
    paidCents: isSettled ? Number(settlement.due?.earnedCents ?? 0n) : 0,
    isBeingPaid: isBeingPaid(settlement, legs),
    at: now.toISOString(),
  }
  return outboxRow({ environment, event: settlementChanged, payload }, { id: ids.newUuid(), now })
}
