import type { WorseReceiptStatus } from '@outturn/vocabulary'
import type { EventPayload, receiptStatusChanged } from '@outturn/contracts'
import { settleVerdict } from '../lifecycle/timers.ts'
import type { Decision, Entry } from '../model/decision.ts'
import type { Spool, SpoolState } from '../model/spool.ts'

/** What the signer says of a receipt and of the Spool that it is about. */
export type ReceiptChange = EventPayload<typeof receiptStatusChanged>

/**
 * The Spool after a change of a receipt, or null when the change is known. Statuses only get worse and sums only grow,
 * so changes that come late, twice or out of order end in the same state.
 */
export function applyReceiptStatus(spool: Spool, fact: ReceiptChange, at: string): Decision | null {
  const { state } = spool
  const isMore = fact.settledCents > state.settledCents
  const isWorse = concernsState(state, fact) && isWorseThan(state, fact)
  const isRevoked = fact.status === 'revoked' && state.receiptStatuses[fact.receiptId] !== 'revoked'
  if (!isMore && !isWorse && !isRevoked) return null
  const changed: Spool = {
    ...spool,
    state: {
      ...state,
      ...(isMore && { settledCents: fact.settledCents }),
      ...(isWorse && { receiptStatuses: { ...state.receiptStatuses, [fact.receiptId]: fact.status } }),
    },
  }
  const settled = settleVerdict(changed, at)
  return {
    spool: settled.spool,
    entries: [...(isRevoked ? [revokedEntry(fact, at)] : []), ...settled.entries],
  }
}

type WorseFact = ReceiptChange & { status: WorseReceiptStatus }

/** The latest receipt concerns it, and one that an open run brings, because its end may be recorded after this change. */
function concernsState({ latestReceiptId, openRun }: SpoolState, { receiptId }: ReceiptChange): boolean {
  return receiptId === latestReceiptId || latestReceiptId === null || openRun !== null
}

function isWorseThan({ receiptStatuses }: SpoolState, fact: ReceiptChange): fact is WorseFact {
  const known = receiptStatuses[fact.receiptId]
  return fact.status === 'revoked' ? known !== 'revoked' : fact.status === 'corrected' && known === undefined
}

/** That a receipt was replaced is recorded by the run that replaced it; that it was revoked, here. */
function revokedEntry({ receiptId, at: revokedAt }: ReceiptChange, at: string): Entry {
  return {
    type: 'receipt.revoked',
    at,
    actor: { party_id: null, kind: 'operator' },
    data: { receipt_id: receiptId, revoked_at: revokedAt },
  }
}
