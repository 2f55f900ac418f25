import type { readPriceList } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'

export function handleReadPriceList({ terms }: Pick<BillingDeps, 'terms'>): Handler<typeof readPriceList> {
  const { prices, includedByDefault } = terms
  return async () => ({
    verificationMicros: String(prices.verificationMicros),
    compileMicros: String(prices.compileMicros),
    includedVerifications: includedByDefault.verifications,
    includedCompiles: includedByDefault.compiles,
  })
}
