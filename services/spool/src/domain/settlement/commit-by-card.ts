import { Refusal, type SettlementSummary } from '@outturn/contracts'
import { flagsOf } from '../lifecycle/flags.ts'
import type { Decision } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'
import { payeesOf } from '../model/payees.ts'
import { partyOn } from '../model/viewer.ts'
import { applySettlement } from './apply-settlement.ts'
import type { AskedMode } from './commit-settlement.ts'
import { cardHoldOf, feeTerms } from '../lifecycle/due-settlement.ts'

/** Refuses the ways in which a wallet settles. */
export function assertCardMode({ mode, signer }: AskedMode): void {
  if (mode === null && signer === null) return
  throw new Refusal('wrong_funding_lane', 'This Spool is paid by card, not from a wallet.', {
    reason: 'not_wallet_funded',
    field: mode === null ? 'direct_signer' : 'settlement_mode',
    remediation: 'Send no body, or a payment_method.',
  })
}

/** What a request to commit asks for, beside what the Spool says. */
export type CardRequest = {
  paymentMethod: string | null
  /** Names the request: the same for its repetition, and for no other. */
  askedBy: string
  returnUrl: string
}

/** What the settlement service is asked to hold: all that may be earned, or what a final verdict earned. */
export function cardCommitmentOf(spool: Spool, request: CardRequest, now: Date) {
  const { value, deliverable } = spool.agreement
  const maximumFeeCents = feeTerms(spool)?.service_fee.maximum_cents ?? 0
  const { holdCents, holdFeeCents } = cardHoldOf(spool, flagsOf(spool, now))
  return {
    spoolId: spool.id,
    accountId: partyOn(spool, 'buyer').accountId as string,
    payeeIds: payeesOf(spool),
    description: (deliverable.title.trim() || 'Work').slice(0, 200),
    maximumCents: value.amount_cents,
    maximumFeeCents,
    holdCents,
    holdFeeCents,
    ...request,
  }
}

/** The Spool as its settlement by card stands now; unchanged where that is known. */
export function commitByCard(spool: Spool, summary: SettlementSummary, at: string): Decision {
  return applySettlement(spool, summary, at) ?? { spool, entries: [] }
}

/**
 * What is decided once the settlement service has committed for a call, where its news came before its answer: the Spool may be shown as
 * committed by then, by this very call, and the news may be of an earlier step than the answer. Null where the Spool knows of no news.
 */
export function afterNews(spool: Spool, summary: SettlementSummary, at: string): Decision | null {
  return spool.state.settlement === null ? null : commitByCard(spool, summary, at)
}

/** Whether the commitment that the Spool shows, or waits for a card for, is of this very request. */
export function isAskedBy({ state }: Spool, askedBy: string): boolean {
  return state.settlement?.card?.askedBy === askedBy
}

/**
 * Whether the Spool is committed by this very request, of which no answer was kept: what it asked of the settlement service took effect, and
 * the request had ended before that was answered.
 */
export function isCommittedBy(spool: Spool, askedBy: string): boolean {
  return spool.state.status.settlement !== 'uncommitted' && isAskedBy(spool, askedBy)
}
