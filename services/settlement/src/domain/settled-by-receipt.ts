import { settledElsewhere } from './books.ts'
import type { BookTransfer } from './books.ts'
import type { Leg } from './leg.ts'
import type { Settlement } from './settlement.ts'
import { currentLegs } from './settlement-state.ts'

/**
 * What becomes of a settlement whose Spool is over with something due: its parties settled by the receipt, so that nothing of it is asked for or
 * sent any more. Null where nothing changes, and where a transfer is signed, paid or on its way: what may be used goes on.
 */
export function settledByReceipt(
  settlement: Settlement,
  legs: readonly Leg[],
  isUnderWay: boolean,
): { settlement: Settlement; legs: Leg[]; transfers: BookTransfer[] } | null {
  const { id, due, isVoid, isClosed } = settlement
  if (due === null || isVoid || isClosed || isUnderWay) return null
  if (currentLegs(legs).some(({ state }) => state === 'signed' || state === 'paid')) return null
  const parts = [
    ['seller', due.earnedCents],
    ['fee', due.feeCents],
  ] as const
  return {
    settlement: { ...settlement, isClosed: true },
    legs: [],
    transfers: parts
      .filter(([, cents]) => cents > 0n)
      .map(([part, cents]) => settledElsewhere(id, part, cents)),
  }
}
