import type { EventPayload, receiptStandingChanged } from '@outturn/contracts'
import { settleVerdict } from '../lifecycle/timers.ts'
import type { Decision, Entry } from '../lifecycle/decision.ts'
import type { Spool, Standing } from '../lifecycle/spool.ts'

/** What the signer says of a receipt and of the Spool that it is about. */
export type ReceiptFact = EventPayload<typeof receiptStandingChanged>

/**
 * What a word of the signer makes of a Spool, or null when it says nothing new. Statuses only get worse and sums only grow,
 * so words that come late, twice or out of order end in the same standing.
 */
export function hearOfReceipt(spool: Spool, fact: ReceiptFact, at: string): Decision | null {
  const { standing } = spool
  const isMore = fact.settledCents > (standing.settledCents ?? 0)
  const isWorse = concernsStanding(standing, fact) && isWorseThan(standing, fact)
  const isRevoked = fact.status === 'revoked' && standing.receiptStatuses?.[fact.receiptId] !== 'revoked'
  if (!isMore && !isWorse && !isRevoked) return null
  const heard: Spool = {
    ...spool,
    standing: {
      ...standing,
      ...(isMore && { settledCents: fact.settledCents }),
      ...(isWorse && { receiptStatuses: { ...standing.receiptStatuses, [fact.receiptId]: fact.status } }),
    },
  }
  const settled = settleVerdict(heard, at)
  return {
    spool: settled.spool,
    entries: [...(isRevoked ? [revokedEntry(fact, at)] : []), ...settled.entries],
  }
}

type WorseFact = ReceiptFact & { status: 'corrected' | 'revoked' }

/** The latest receipt concerns it, and one that an open run brings, because its end may be recorded after this word. */
function concernsStanding(
  { latestReceiptId, openRunId = null }: Standing,
  { receiptId }: ReceiptFact,
): boolean {
  return receiptId === latestReceiptId || latestReceiptId === null || openRunId !== null
}

function isWorseThan({ receiptStatuses }: Standing, fact: ReceiptFact): fact is WorseFact {
  const known = receiptStatuses?.[fact.receiptId]
  return fact.status === 'revoked' ? known !== 'revoked' : fact.status === 'corrected' && known === undefined
}

/** That a receipt was replaced is recorded by the run that replaced it; that it was revoked, here. */
function revokedEntry({ receiptId, at: revokedAt }: ReceiptFact, at: string): Entry {
  return {
    type: 'receipt.revoked',
    at,
    actor: { party_id: null, kind: 'operator' },
    data: { receipt_id: receiptId, revoked_at: revokedAt },
  }
}
