import type { SettlementSummary } from '@outturn/contracts'
import { cardStateOf, type CardSettlementWithHold, type Hold } from './card-settlement.ts'

/** Where a settlement by card stands, as the Spool service is told. */
export function cardSummaryOf(current: CardSettlementWithHold): SettlementSummary {
  const { settlement, hold } = current
  const { due } = settlement
  const transaction = hold?.intentId ?? null
  const isPaid = hold?.state === 'captured' && hold.problem === null && due !== null && transaction !== null
  const isHeld = hold?.state === 'held'
  return {
    version: settlement.version,
    state: cardStateOf(current),
    requiredLegs: [],
    payments: isPaid
      ? [
          { leg: 'seller' as const, transaction },
          ...(due.feeCents > 0n ? [{ leg: 'fee' as const, transaction }] : []),
        ]
      : [],
    card: {
      state: holdStateOf(hold),
      checkoutUrl: hold?.state === 'open' && !settlement.isVoid && !settlement.isClosed ? hold.url : null,
      holdEndsAt: isHeld ? (hold.captureBefore?.toISOString() ?? null) : null,
      warnings: isHeld ? hold.warnings : 0,
      problem: hold?.problem ?? null,
      ...(hold !== null && hold.askedBy !== null && { askedBy: hold.askedBy }),
    },
  }
}

type HoldState = NonNullable<SettlementSummary['card']>['state']

function holdStateOf(hold: Hold | null): HoldState {
  if (hold === null || hold.state === 'asked') return 'requested'
  return hold.state === 'ended' ? (hold.end ?? 'failed') : hold.state
}

/** What the seller has of it, in cents. */
export function cardPaidCents({ settlement, hold }: CardSettlementWithHold): number {
  return hold?.state === 'captured' && hold.problem === null ? Number(settlement.due?.earnedCents ?? 0n) : 0
}
