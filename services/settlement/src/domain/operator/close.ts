import { conflict } from '@outturn/contracts'
import type { SettlementState } from '@outturn/vocabulary'
import { type BookTransfer, settledElsewhere } from '../books.ts'
import type { Leg } from '../leg.ts'
import {
  type CardSettlement,
  type CardSettlementWithHold,
  cardStateOf,
  isBeingTaken,
  type Hold,
} from '../card/card-settlement.ts'
import type { Due, Settlement } from '../settlement.ts'
import { latest, stateOf } from '../settlement-state.ts'

/**
 * Closes a settlement whose rest was settled elsewhere: the books move what is owed. Refused while a leg is signed or on its way: the
 * seller could be paid twice.
 */
export function closeElsewhere(
  settlement: Settlement,
  legs: readonly Leg[],
  isUnderWay: boolean,
): { settlement: Settlement; legs: readonly Leg[]; transfers: BookTransfer[] } {
  const state = stateOf(settlement, legs)
  const due = dueOfOpen(settlement, state)
  if (isUnderWay || (['seller', 'fee'] as const).some((kind) => latest(legs, kind)?.state === 'signed')) {
    throw conflict('A transfer of this settlement is signed or on its way and may still be paid.', {
      reason: 'leg_may_be_paid',
      remediation:
        'Hold it, and close it when `settlement recheck` has asked the chain and its legs ran out; `settlement show` says when that is.',
    })
  }
  const transfers = owedParts(due)
    .filter(([kind]) => latest(legs, kind)?.state !== 'paid')
    .map(([kind, cents]) => settledElsewhere(settlement.id, kind, cents))
  return { settlement: { ...settlement, isClosed: true }, legs: [], transfers }
}

/** The same by card. Refused while what was earned is being taken; a hold that nothing was taken of is released. */
export function closeCardElsewhere({ settlement, hold }: CardSettlementWithHold): {
  settlement: CardSettlement
  hold: Hold | null
  transfers: BookTransfer[]
} {
  const due = dueOfOpen(settlement, cardStateOf({ settlement, hold }))
  if (isBeingTaken({ settlement, hold })) {
    throw conflict('What was earned is being taken from the card.', {
      reason: 'leg_may_be_paid',
      remediation: 'Look at it with `settlement show`: close it when its hold has ended without that.',
    })
  }
  const transfers = owedParts(due).map(([kind, cents]) => settledElsewhere(settlement.id, kind, cents))
  return { settlement: { ...settlement, isClosed: true }, hold, transfers }
}

/** What is due of a settlement that has not ended; refuses any other. */
function dueOfOpen(
  { due, isVoid, isClosed }: Pick<Settlement, 'due' | 'isVoid' | 'isClosed'>,
  state: SettlementState,
): Due {
  if (due === null && !isVoid) {
    throw conflict('Nothing is due of this settlement yet.', {
      reason: 'nothing_due',
      remediation: 'Close it after the verdict is final; the parties can cancel the Spool before.',
    })
  }
  if (due === null || isClosed || state === 'settled' || state === 'voided') {
    throw conflict(`The settlement has ended: it is ${state}.`, {
      reason: 'settlement_ended',
      remediation: 'Look at it with `settlement show`.',
    })
  }
  return due
}

function owedParts({ earnedCents, feeCents }: Due) {
  const parts = [
    ['seller', earnedCents],
    ['fee', feeCents],
  ] as const
  return parts.filter(([, cents]) => cents > 0n)
}
