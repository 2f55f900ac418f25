import {
  type ListedReceipt,
  maxHits,
  type SearchHit,
  type searchSigning,
  wholeAccountOf,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { consumptionsByBeginnings, type FoundConsumption, receiptsByIds } from '../../store/receipt-list.ts'

/** Finds receipts and their recorded uses, for an account that may read the receipts. */
export function handleSearchSigning({ pool }: Pick<SigningDeps, 'pool'>): Handler<typeof searchSigning> {
  return async ({ ids }, { principal }) => {
    const accountId = wholeAccountOf(principal)
    if (accountId === null) return { hits: [] }
    const [receipts, consumptions] = await Promise.all([
      receiptsByIds(pool, accountId, ids, maxHits),
      consumptionsByBeginnings(pool, accountId, ids, maxHits),
    ])
    return { hits: [...receipts.map(receiptHit), ...consumptions.map(consumptionHit)].slice(0, maxHits) }
  }
}

function receiptHit({ id, issuedAt, spoolId, runId, verdict, earned }: ListedReceipt): SearchHit {
  return { kind: 'receipt', id, at: issuedAt, spoolId, runId, receiptId: id, state: verdict, amount: earned }
}

function consumptionHit({ id, at, spoolId, receiptId, purpose, amount }: FoundConsumption): SearchHit {
  return {
    kind: 'consumption',
    id,
    at: at.toISOString(),
    spoolId,
    receiptId,
    state: purpose,
    ...(amount !== null && { amount }),
  }
}
