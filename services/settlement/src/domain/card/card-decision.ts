import { type BookTransfer, determined } from '../books.ts'
import type { Due } from '../settlement.ts'
import type { CardSettlement, CardSettlementWithHold, Hold } from './card-settlement.ts'
import { dueCents } from './card-settlement.ts'
import { isBelowMinimum } from './hold-duty.ts'

export type CardDecision = {
  readonly settlement: CardSettlement
  readonly hold: Hold | null
  readonly transfers: BookTransfer[]
}

/**
 * What a final verdict makes of a settlement by card: what is due is owed, and what is held for it is released to the capture; where
 * nothing is due it ends. A hold that ended meanwhile leaves it owed. Null where nothing changes: what was taken stays.
 */
export function decideCard(
  { settlement, hold }: CardSettlementWithHold,
  due: Due | null,
): CardDecision | null {
  if (settlement.isVoid || settlement.isClosed || hold?.state === 'captured') return null
  if (due === null) {
    return {
      settlement: { ...settlement, due: null, isVoid: true },
      hold,
      transfers: settlement.due === null ? [] : undetermined(settlement.id, settlement.due),
    }
  }
  const isSameDue = settlement.due?.receiptId === due.receiptId
  const decided = { ...settlement, due }
  const released = hold === null ? null : releasedHold(decided, hold)
  if (isSameDue && released === hold) return null
  const transfers = [
    ...(settlement.due !== null && !isSameDue ? undetermined(settlement.id, settlement.due) : []),
    ...(isSameDue ? [] : byReceipt(determined(settlement.id, due), due)),
  ]
  return { settlement: decided, hold: released, transfers }
}

function releasedHold(settlement: CardSettlement, hold: Hold): Hold {
  if (hold.state !== 'held' || hold.isReleased) return hold
  const problem = isBelowMinimum(dueCents(settlement)) ? 'below_minimum' : hold.problem
  return { ...hold, isReleased: true, problem }
}

/** A verdict may be followed by another one while nothing is held, so each is booked by its receipt. */
function byReceipt(transfers: readonly BookTransfer[], { receiptId }: Due): BookTransfer[] {
  return transfers.map((transfer) => ({ ...transfer, key: `${transfer.key}:${receiptId}` }))
}

function undetermined(settlementId: string, due: Due): BookTransfer[] {
  return byReceipt(determined(settlementId, due), due).map(({ key, from, to, ...transfer }) => ({
    ...transfer,
    key: `reversed:${key}`,
    from: to,
    to: from,
  }))
}
