import type { SettlementState } from '@outturn/vocabulary'
import type { Due } from '../settlement.ts'

/** The settlement of one Spool by card. */
export type CardSettlement = {
  readonly id: string
  readonly spoolId: string
  /** That of the buyer. */
  readonly accountId: string
  /** Account of the seller at the processor; it stays while a hold is live. */
  readonly destination: string
  readonly maximumCents: bigint
  readonly maximumFeeCents: bigint
  /** Null until a verdict is final. */
  readonly due: Due | null
  /** Whether it ended with nothing due. */
  readonly isVoid: boolean
  /** Whether an operator keeps it from taking money. */
  readonly isHeld: boolean
  /** Whether an operator recorded that it was settled elsewhere. */
  readonly isClosed: boolean
  readonly version: number
}

/** Why what was earned cannot be taken from a card. */
export type CardProblem = 'amount_mismatch' | 'below_minimum'

/** One hold of money on the card of the buyer. A settlement has one that is live at most. */
export type Hold = {
  readonly n: number
  readonly cents: bigint
  readonly feeCents: bigint
  readonly paymentMethod: string | null
  readonly description: string
  readonly returnUrl: string
  /** `asked`: recorded, and perhaps known to the processor. `open`: the buyer has to pay. */
  readonly state: 'asked' | 'open' | 'held' | 'captured' | 'ended'
  readonly end: 'canceled' | 'declined' | 'expired' | 'failed' | 'lapsed' | null
  readonly sessionId: string | null
  readonly intentId: string | null
  readonly url: string | null
  readonly captureBefore: Date | null
  /** How many warnings of its end have been given. */
  readonly warnings: number
  /** Whether a final verdict released it. */
  readonly isReleased: boolean
  readonly problem: CardProblem | null
  /** How many answers of the processor were errors that their keys get for good. */
  readonly tries: number
  readonly askedAt: Date
  /** The request that asked for it, as its sender names it; null of one that was asked for before requests were named. */
  readonly askedBy: string | null
}

export type CardSettlementWithHold = { readonly settlement: CardSettlement; readonly hold: Hold | null }

export function isLive({ state }: Hold): boolean {
  return state === 'asked' || state === 'open' || state === 'held'
}

/** What parties see of it. Money that is not held is not committed. */
export function cardStateOf({ settlement, hold }: CardSettlementWithHold): SettlementState {
  if (hold?.state === 'captured' && (hold.problem === null || !settlement.isClosed)) {
    return hold.problem === null ? 'settled' : 'failed'
  }
  if (settlement.isVoid || settlement.isClosed) return 'voided'
  if (hold !== null && hold.problem !== null) return 'failed'
  if (hold?.state !== 'held') return 'uncommitted'
  return hold.isReleased ? 'releasing' : 'committed'
}

/** Everything that is due, in cents. */
export function dueCents({ due }: CardSettlement): bigint {
  return due === null ? 0n : due.earnedCents + due.feeCents
}

/** Whether what was earned is being taken from the card. */
export function isBeingTaken({ settlement, hold }: CardSettlementWithHold): boolean {
  if (settlement.isVoid || settlement.isClosed) return false
  return hold?.state === 'held' && hold.isReleased && hold.problem === null
}
