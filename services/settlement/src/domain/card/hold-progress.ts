import { type BookTransfer, paid } from '../books.ts'
import { type CardSettlementWithHold, dueCents, type Hold } from './card-settlement.ts'
import type { HoldFacts } from './card-processor.ts'
import { warningsDue } from './hold-duty.ts'

export type HoldProgress = { readonly hold: Hold; readonly transfers: BookTransfer[] }

/** What the word of the processor makes of a hold; null where it changes nothing. */
export function progressOfHold(
  current: CardSettlementWithHold,
  facts: HoldFacts,
  now: Date,
): HoldProgress | null {
  const { hold } = current
  if (hold === null || hold.state === 'captured' || hold.state === 'ended') return null
  const next = holdAfter(current, hold, facts, now)
  const isSame = Object.entries(next).every(([name, value]) => isEqual(hold[name as keyof Hold], value))
  return isSame ? null : { hold: next, transfers: transfersOf(current, next) }
}

function holdAfter(current: CardSettlementWithHold, hold: Hold, facts: HoldFacts, now: Date): Hold {
  const intentId = facts.intentId ?? hold.intentId
  switch (facts.name) {
    case 'open':
      return { ...hold, state: 'open', intentId, url: facts.url }
    case 'held': {
      const held: Hold = {
        ...hold,
        state: 'held',
        intentId,
        url: null,
        captureBefore: facts.captureBefore ?? hold.captureBefore,
      }
      return { ...held, warnings: Math.max(hold.warnings, warningsDue(held, now)) }
    }
    case 'captured': {
      const isOurs = hold.isReleased && facts.cents === dueCents(current.settlement)
      return { ...hold, state: 'captured', intentId, url: null, problem: isOurs ? null : 'amount_mismatch' }
    }
    default:
      return { ...hold, state: 'ended', intentId, url: null, end: endOf(current, hold, facts.isDeclined) }
  }
}

function endOf({ settlement }: CardSettlementWithHold, hold: Hold, isDeclined: boolean): Hold['end'] {
  const isGivenUp =
    settlement.isVoid ||
    settlement.isClosed ||
    hold.problem !== null ||
    (hold.isReleased && dueCents(settlement) > hold.cents)
  if (isGivenUp) return 'canceled'
  if (hold.state === 'held') return 'lapsed'
  return isDeclined ? 'declined' : 'expired'
}

function transfersOf({ settlement }: CardSettlementWithHold, hold: Hold): BookTransfer[] {
  const { due, id } = settlement
  if (hold.state !== 'captured' || hold.problem !== null || due === null) return []
  return [paid(id, 'seller', due.earnedCents), ...(due.feeCents > 0n ? [paid(id, 'fee', due.feeCents)] : [])]
}

function isEqual(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
}
