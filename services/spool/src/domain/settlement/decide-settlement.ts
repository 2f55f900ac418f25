import { isPaidByCard } from '../agreement/lane.ts'
import { certificateOf, isSettledByReceipts } from '../lifecycle/flags.ts'
import type { Decision, Entry } from '../lifecycle/decision.ts'
import type { QuoteTerms, Spool } from '../lifecycle/spool.ts'

/** What is to be settled of a final verdict: the value that its receipt says was earned, and the service fee beside it. */
export type DueSettlement = { receiptId: string; earnedCents: number; feeCents: number }

const byService: Entry['actor'] = { party_id: null, kind: 'service' }

/**
 * What a final verdict makes of a committed settlement: what was earned is released, and where nothing is due the commitment ends.
 * Any other settlement stays as it is.
 */
export function decideSettlement(spool: Spool, at: string): Decision {
  const { state } = spool
  if (state.status.settlement !== 'committed') return { spool, entries: [] }
  const due = dueSettlement(spool)
  const settlement = due === null ? 'voided' : 'releasing'
  const entry: Entry =
    due === null
      ? { type: 'settlement.voided', at, actor: byService, data: {} }
      : {
          type: 'settlement.released',
          at,
          actor: byService,
          data: { receipt_id: due.receiptId, earned_cents: due.earnedCents, fee_cents: due.feeCents },
        }
  return {
    spool: { ...spool, state: { ...state, status: { ...state.status, settlement } } },
    entries: [entry],
  }
}

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
