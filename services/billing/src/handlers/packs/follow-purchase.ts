import { absent, type followPurchase } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { isFinished } from '../../domain/packs/purchase.ts'
import { toPurchaseView } from '../../domain/packs/purchase-view.ts'
import { chargePurchase } from '../../flows/charge-purchase.ts'
import { findPurchase, readPurchase } from '../../store/packs/credit-purchases.ts'

export function handleFollowPurchase(deps: BillingDeps): Handler<typeof followPurchase> {
  return async ({ accountId, purchaseId }, { now }) => {
    const { mpp, db } = deps
    const purchase = await findPurchase(db, accountId, purchaseId)
    if (purchase === null) throw absent('There is no such purchase.')
    if (!purchase.isCheckout || isFinished(purchase) || mpp === null) {
      return { ...toPurchaseView(purchase), paymentUrl: null }
    }
    const latest = (await chargePurchase(deps, mpp, purchaseId, now)) ?? (await readPurchase(db, purchaseId))
    const paymentUrl = isFinished(latest) ? null : await mpp.checkout.payUrl(latest)
    return { ...toPurchaseView(latest), paymentUrl }
  }
}
