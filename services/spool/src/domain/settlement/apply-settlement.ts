import type { SettlementSummary } from '@outturn/contracts'
import type { SettlementState } from '@outturn/vocabulary'
import { isPaidByCard } from '../model/lane.ts'
import type { Decision, Entry } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'
import { settleVerdict } from '../lifecycle/timers.ts'
import { cardEntries } from './card-entries.ts'

const ended = new Set(['settled', 'voided'])
const byService: Entry['actor'] = { party_id: null, kind: 'service' }

/**
 * The Spool after what the settlement service says of its settlement; null when that is known. Versions only grow, so news that
 * comes late, twice or out of order ends in the same state.
 */
export function applySettlement(spool: Spool, summary: SettlementSummary, at: string): Decision | null {
  const { state } = spool
  // News of a card may come before the answer to its commitment.
  const known = state.settlement?.version ?? (isPaidByCard(spool.agreement.lane) ? 0 : null)
  if (known === null || summary.version <= known) return null
  const { state: reported, ...rest } = summary
  const settlement = shownState(state.status.settlement, reported)
  // What completed the Spool is gone: it is under way again until it is paid again.
  const isReopened = state.status.settlement === 'settled' && !ended.has(settlement)
  const outcome = isReopened && state.status.outcome === 'completed' ? 'active' : state.status.outcome
  const changed: Spool = {
    ...spool,
    state: { ...state, status: { ...state.status, settlement, outcome }, settlement: rest },
  }
  const settled = settleVerdict(changed, at)
  return {
    spool: settled.spool,
    entries: [...summaryEntries(spool, summary, at), ...cardEntries(spool, summary, at), ...settled.entries],
  }
}

/** What was decided of a settlement stays shown until the settlement service knows it. */
function shownState(shown: SettlementState, reported: SettlementState): SettlementState {
  const isBehind =
    (shown === 'voided' && ['uncommitted', 'committed', 'releasing'].includes(reported)) ||
    (shown === 'releasing' && reported === 'committed')
  return isBehind ? shown : reported
}

function summaryEntries({ state }: Spool, summary: SettlementSummary, at: string): Entry[] {
  const { requiredLegs = [], payments = [] } = state.settlement ?? {}
  const paid = new Set(payments.map(({ transaction }) => transaction))
  const reported = new Set(summary.payments.map(({ transaction }) => transaction))
  const asked = new Set(requiredLegs.map(({ nonce }) => nonce))
  const entry = (type: Entry['type'], data: Entry['data']): Entry => ({ type, at, actor: byService, data })
  const news = summary.requiredLegs.filter(({ nonce }) => !asked.has(nonce))
  return [
    // A reorganisation of the chain dropped the transaction, or put another one in its place.
    ...payments
      .filter(({ transaction }) => !reported.has(transaction))
      .map(({ leg, transaction }) => entry('settlement.payment_dropped', { leg, transaction })),
    ...summary.payments
      .filter(({ transaction }) => !paid.has(transaction))
      .map(({ leg, transaction }) => entry('settlement.leg_paid', { leg, transaction })),
    ...(news.length > 0
      ? [entry('settlement.signature_requested', { legs: news.map(({ leg, nonce }) => ({ leg, nonce })) })]
      : []),
    ...(requiredLegs.length > 0 && summary.requiredLegs.length === 0 && !ended.has(summary.state)
      ? [entry('settlement.signed', {})]
      : []),
    ...(summary.blocked !== undefined && summary.blocked.reason !== state.settlement?.blocked?.reason
      ? [entry('settlement.blocked', { reason: summary.blocked.reason })]
      : []),
    ...(summary.state === 'settled' ? [entry('settlement.settled', {})] : []),
    // An operator recorded that it was settled elsewhere.
    ...(summary.state === 'voided' && state.status.settlement !== 'voided'
      ? [entry('settlement.voided', {})]
      : []),
  ]
}
