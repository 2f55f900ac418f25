import { isPaidByCard } from '../model/lane.ts'
import { certificateOf, type Flags, isSettledByReceipts } from './flags.ts'
import type { QuoteTerms, Spool } from '../model/spool.ts'

/** What is to be settled of a final verdict: the value that its receipt says was earned, and the service fee beside it. */
export type DueSettlement = { receiptId: string; earnedCents: number; feeCents: number }

/** Null where nothing was earned, no valid receipt says so, or the parties settled by themselves. */
export function dueSettlement(spool: Spool): DueSettlement | null {
  const { state } = spool
  const { lastRun } = state
  const receiptId = lastRun?.receiptId ?? null
  if (lastRun === null || receiptId === null || lastRun.earnedCents === 0) return null
  if (certificateOf(state) !== 'active' || isSettledByReceipts(state)) return null
  const { earnedCents } = lastRun
  const terms = feeTerms(spool)
  return { receiptId, earnedCents, feeCents: terms === null ? 0 : feeOn(earnedCents, terms) }
}

export type FeeTerms = Pick<QuoteTerms, 'service_fee' | 'work_budget_cents'>

/** The service fee on the whole value: of the accepted quote, or by card the one that the parties agreed; null where there is none. */
export function feeTerms({ agreement, state }: Spool): FeeTerms | null {
  if (!isPaidByCard(agreement.lane)) return state.quote
  const cents = agreement.economics.fee_cents ?? 0
  return {
    work_budget_cents: agreement.value.amount_cents,
    service_fee: { estimated_cents: cents, maximum_cents: cents },
  }
}

/** The estimated service fee of the accepted quote, or of the agreement, in the proportion of what was earned, rounded down: at most what was quoted. */
export function feeOn(
  earnedCents: number,
  { service_fee: fee, work_budget_cents: budget }: FeeTerms,
): number {
  if (budget === 0) return 0
  const share = Number((BigInt(fee.estimated_cents) * BigInt(earnedCents)) / BigInt(budget))
  return Math.min(share, fee.maximum_cents)
}

/** What a card is to hold: all that may be earned, or what a final verdict earned, and the fee beside it. */
export function cardHoldOf(
  spool: Spool,
  { terminal }: Pick<Flags, 'terminal'>,
): { holdCents: number; holdFeeCents: number } {
  const due = terminal ? dueSettlement(spool) : null
  return {
    holdCents: due?.earnedCents ?? spool.agreement.value.amount_cents,
    holdFeeCents: due?.feeCents ?? feeTerms(spool)?.service_fee.maximum_cents ?? 0,
  }
}
