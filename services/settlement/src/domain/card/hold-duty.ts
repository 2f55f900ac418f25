import { type CardSettlementWithHold, dueCents, type Hold, isLive } from './card-settlement.ts'
import { minCardCents } from '@outturn/vocabulary'

/** What is to be done about a hold at the processor now. */
export type Duty =
  | { readonly name: 'ask' }
  /** Only what the processor says of it is of interest. */
  | { readonly name: 'look' }
  | { readonly name: 'capture'; readonly cents: bigint; readonly feeCents: bigint }
  | { readonly name: 'give_up' }
  | { readonly name: 'none' }

export function dutyOf(current: CardSettlementWithHold): Duty {
  const { settlement, hold } = current
  if (hold === null || !isLive(hold)) return { name: 'none' }
  if (settlement.isVoid || settlement.isClosed || hold.problem !== null) return { name: 'give_up' }
  if (hold.state === 'asked') return { name: 'ask' }
  if (hold.state !== 'held' || !hold.isReleased || settlement.due === null) return { name: 'look' }
  // More was earned since than is held: the buyer funds it again.
  if (dueCents(settlement) > hold.cents) return { name: 'give_up' }
  if (settlement.isHeld) return { name: 'look' }
  return { name: 'capture', cents: dueCents(settlement), feeCents: settlement.due.feeCents }
}

/** Whether what is due is too little for a card. */
export function isBelowMinimum(cents: bigint): boolean {
  return cents < BigInt(minCardCents)
}

const hourMs = 3_600_000
/** How long before its end a hold is warned of, first and again. */
const warnBeforeMs = [48 * hourMs, 12 * hourMs]

/** How many warnings of its end a hold should have had by now. */
export function warningsDue({ captureBefore }: Pick<Hold, 'captureBefore'>, now: Date): number {
  if (captureBefore === null) return 0
  const leftMs = captureBefore.getTime() - now.getTime()
  return warnBeforeMs.filter((beforeMs) => leftMs <= beforeMs).length
}

const soonMs = 1_000
const openMs = { least: 2_000, most: 60_000 }

/** When a hold is looked at next; null where nothing can happen to it by itself. */
export function nextCardLook(current: CardSettlementWithHold, now: Date): Date | null {
  const { hold } = current
  const after = (ms: number) => new Date(now.getTime() + ms)
  switch (dutyOf(current).name) {
    case 'none':
      return null
    case 'look':
      if (hold?.state !== 'open') return untilWarning(hold as Hold, now) ?? after(hourMs)
      // A buyer who pays at once is noticed at once.
      return after(clamp((now.getTime() - hold.askedAt.getTime()) / 10, openMs))
    case 'ask':
      return after(0)
    default:
      return after(soonMs)
  }
}

/** The next instant at which a hold is warned of or ends, where that is within the hour. */
function untilWarning({ captureBefore, warnings }: Hold, now: Date): Date | null {
  if (captureBefore === null) return null
  const at = captureBefore.getTime() - (warnBeforeMs[warnings] ?? 0)
  return at <= now.getTime() + hourMs ? new Date(Math.max(at, now.getTime() + openMs.most)) : null
}

function clamp(ms: number, { least, most }: { least: number; most: number }): number {
  return Math.min(Math.max(ms, least), most)
}
