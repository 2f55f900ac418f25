import type { PackPurchase } from '@outturn/contracts'
import type { Purchase } from './purchase.ts'

/** A purchase as its account sees it. */
export function toPurchaseView(purchase: Purchase): PackPurchase {
  const { id, rail, isCheckout, packCents, state, createdAt, finishedAt } = purchase
  return {
    id,
    rail,
    isCheckout,
    packCents,
    state: state === 'claimed' || state === 'charging' ? 'open' : state,
    createdAt: createdAt.toISOString(),
    endedAt: finishedAt?.toISOString() ?? null,
  }
}
