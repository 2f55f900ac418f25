import type { SettlementSummary } from '@outturn/contracts'
import type { Entry } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'

const byService: Entry['actor'] = { party_id: null, kind: 'service' }

/** What the history says of news of a hold on a card. */
export function cardEntries(
  { state }: Spool,
  { card, state: reported }: SettlementSummary,
  at: string,
): Entry[] {
  if (card === undefined) return []
  const before = state.settlement?.card
  const { settlement: shown } = state.status
  const entry = (type: Entry['type'], data: Entry['data']): Entry => ({ type, at, actor: byService, data })
  const isNew = card.state !== before?.state
  return [
    ...(isNew && card.state === 'open' ? [entry('settlement.checkout_opened', {})] : []),
    ...(reported === 'committed' && shown === 'uncommitted'
      ? [entry('settlement.committed', { hold_ends_at: card.holdEndsAt })]
      : []),
    ...(card.warnings > (before?.warnings ?? 0)
      ? [entry('settlement.hold_expiring', { hold_ends_at: card.holdEndsAt })]
      : []),
    ...(isNew && card.state === 'lapsed' ? [entry('settlement.hold_lapsed', {})] : []),
    ...(isNew && ['declined', 'expired', 'failed'].includes(card.state)
      ? [entry('settlement.checkout_ended', { how: card.state })]
      : []),
    ...(reported === 'voided' && shown !== 'voided' ? [entry('settlement.voided', {})] : []),
    ...(reported === 'failed' && shown !== 'failed'
      ? [entry('settlement.failed', { problem: card.problem })]
      : []),
  ]
}
