import type { Metrics } from '@outturn/service'
import type { Environment } from '@outturn/vocabulary'
import type { BillingDeps } from '../deps.ts'
import { chargePurchase } from '../flows/charge-purchase.ts'
import { duePurchases, openPurchases } from '../store/packs/credit-purchases.ts'

/** Purchases that have not ended: how many, and the age of the oldest in milliseconds. */
export type OpenPurchases = { count: number; oldestMs: number }

const batch = 20

/** Ends purchases that no caller asks after any more, by asking the processor again; returns how many were looked after. */
export async function resumePurchases(
  deps: BillingDeps,
  report: (open: OpenPurchases) => void,
  now: Date,
): Promise<number> {
  const { mpp, db } = deps
  const due = mpp === null ? [] : await duePurchases(db, now, batch)
  const ended = await Promise.allSettled(
    due.flatMap(({ id }) => (mpp === null ? [] : [chargePurchase(deps, mpp, id, now)])),
  )
  const { count, oldest } = await openPurchases(db, now)
  report({ count, oldestMs: oldest === null ? 0 : now.getTime() - oldest.getTime() })
  const failures = ended.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${due.length} purchases of credits stay open`)
  }
  return due.length
}

/** Purchases of credits that have not ended, as values that an operator is paged for when the oldest grows old. */
export function reportOpenPurchases(
  metrics: Metrics,
  environment: Environment,
): (open: OpenPurchases) => void {
  let latest: OpenPurchases = { count: 0, oldestMs: 0 }
  metrics.observe({
    name: 'purchases_open',
    help: 'Credit packs that are paid for and neither granted nor refused.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: latest.count }],
  })
  metrics.observe({
    name: 'purchases_open_oldest_seconds',
    help: 'Age of the oldest credit pack that is paid for and neither granted nor refused.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: latest.oldestMs / 1_000 }],
  })
  return (open) => {
    latest = open
  }
}
