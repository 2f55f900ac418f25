import type { SettlementOfSpool } from '@outturn/contracts'
import { cardSummaryOf } from './card/card-summary.ts'
import type { CardSettlementWithHold } from './card/card-settlement.ts'
import type { Leg } from './leg.ts'
import type { Settlement } from './settlement.ts'
import { summaryOf } from './summary.ts'

type Dated = { readonly createdAt: Date; readonly updatedAt: Date } & (
  | { readonly lane: 'wallet'; readonly settlement: Settlement; readonly legs: readonly Leg[] }
  | ({ readonly lane: 'card' } & CardSettlementWithHold)
)
type Wait = SettlementOfSpool['waitsFor']

const microsOfCent = 10_000n

/** The money of a Spool as its parties see it. `paidMicros` is what the books have as paid to the seller. */
export function moneyOfSpool(found: Dated, isHeldByCase: boolean, paidMicros: bigint): SettlementOfSpool {
  const { lane, settlement, createdAt, updatedAt } = found
  const { due, maximumCents, maximumFeeCents } = settlement
  const summary = found.lane === 'wallet' ? summaryOf(found.settlement, found.legs) : cardSummaryOf(found)
  return {
    id: settlement.id,
    lane,
    state: summary.state,
    maximumCents: Number(maximumCents),
    maximumFeeCents: Number(maximumFeeCents),
    earnedCents: due === null ? null : Number(due.earnedCents),
    feeCents: due === null ? null : Number(due.feeCents),
    paidCents: Number(paidMicros / microsOfCent),
    payments: summary.payments,
    waitsFor: waitOf(found, summary, isHeldByCase),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function waitOf(found: Dated, summary: ReturnType<typeof summaryOf>, isHeldByCase: boolean): Wait {
  const { state, blocked, card, requiredLegs } = summary
  if (state === 'settled' || state === 'voided') return null
  if (isHeldByCase) {
    return {
      what: 'hold',
      message: 'An open dispute or discrepancy holds the money. Nothing is paid before it has ended.',
    }
  }
  if (found.settlement.isHeld) {
    return { what: 'operator', message: 'An operator of the service holds this settlement.' }
  }
  if (card !== undefined) return cardWait(card, found.settlement.due === null)
  if (found.settlement.due === null) {
    return { what: 'verdict', message: 'Nothing is due before the verdict is final.' }
  }
  if (blocked !== undefined) return { what: 'grant', message: blocked.message }
  return requiredLegs.length > 0
    ? { what: 'signature', message: 'The wallet of the buyer signs the transfers.' }
    : { what: 'transfer', message: 'The transfers are being prepared, or are on their way to the chain.' }
}

function cardWait(card: NonNullable<ReturnType<typeof summaryOf>['card']>, isOpen: boolean): Wait {
  if (card.problem !== null) {
    return {
      what: 'card',
      message: 'What was earned cannot be taken from the card. The parties settle it outside this service.',
    }
  }
  if (card.state === 'open') {
    return { what: 'checkout', message: 'The buyer pays on the page of the payment processor.' }
  }
  if (card.state === 'held') {
    return isOpen
      ? { what: 'verdict', message: 'The amount is held on the card until the verdict is final.' }
      : { what: 'card', message: 'What was earned is being taken from the card.' }
  }
  return { what: 'card', message: 'Nothing is held on the card of the buyer now.' }
}
