import type { priceWork } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { workFee } from '../domain/tariff/work-fees.ts'

/** Prices agreed work. Every account pays list price: there are no discounts to list. */
export function handlePriceWork({ terms, workPrices }: BillingDeps): Handler<typeof priceWork> {
  const { serviceFee, railFee, quoteTtlSeconds } = workPrices
  return async ({ amountCents }) => ({
    serviceFee: workFee(serviceFee, amountCents),
    railFee: workFee(railFee, amountCents),
    discounts: [],
    pricingVersion: terms.prices.pricingVersion,
    quoteTtlSeconds,
  })
}
