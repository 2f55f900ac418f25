import type { listPurchases } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { toPurchaseView } from '../../domain/packs/purchase-view.ts'
import { latestPurchases } from '../../store/packs/credit-purchases.ts'
import { latestPackClaims } from '../../store/packs/pack-claims.ts'

export function handleListPurchases({ db }: BillingDeps): Handler<typeof listPurchases> {
  return async ({ accountId, limit }) => {
    const [byCard, fromWallets] = await Promise.all([
      latestPurchases(db, accountId, limit),
      latestPackClaims(db, accountId, limit),
    ])
    return [...byCard.map(toPurchaseView), ...fromWallets]
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0))
      .slice(0, limit)
  }
}
