import type { HistoryHead } from './history.ts'
import type { SpoolState } from './spool.ts'

/** A one-call Spool at its start: accepted by the initiator alone, evidence in, nothing verified. */
export function acceptedState(at: string, head: HistoryHead): SpoolState {
  return {
    status: {
      agreement: 'accepted',
      fulfillment: 'evidence_submitted',
      verification: 'pending',
      settlement: 'uncommitted',
      outcome: 'active',
    },
    statusReason: null,
    acceptance: {
      mode: 'unilateral',
      provider_accepted_in_spoolis: false,
      accepted_by: 'initiator',
      accepted_at: at,
    },
    runs: 0,
    lastRun: null,
    lastResults: {},
    latestReceiptId: null,
    historyLength: head.length,
    historyHash: head.hash,
  }
}
