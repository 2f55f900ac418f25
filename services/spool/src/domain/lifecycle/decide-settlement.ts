import type { Decision, Entry } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'
import { dueSettlement } from './due-settlement.ts'

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
