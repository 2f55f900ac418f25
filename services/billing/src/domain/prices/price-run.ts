import type { CommandOutput, priceRun } from '@outturn/contracts'
import { type AccountFunds, spendableMicros } from '../ledger/account-funds.ts'
import { type BillingTerms, chargeFor } from '../ledger/charge.ts'
import { listPriceMicros, runWork } from '../tariff/price-list.ts'

type RunPrice = CommandOutput<typeof priceRun>

/** What a run would cost this account beyond its allowance, and what would pay for it now. */
export function priceOfRun(
  funds: AccountFunds,
  run: { readonly freeTextCompiles: number },
  terms: BillingTerms,
  now: Date,
): RunPrice {
  const work = runWork(run)
  const { verificationMicros, compileMicros } = chargeFor(funds, work, terms, now)
  const totalMicros = verificationMicros + compileMicros
  return {
    pricingVersion: terms.prices.pricingVersion,
    verificationMicros: String(verificationMicros),
    compileMicros: String(compileMicros),
    totalMicros: String(totalMicros),
    coveredBy: coverOf(listPriceMicros(terms.prices, work), totalMicros, spendableMicros(funds, now)),
  }
}

function coverOf(listMicros: bigint, dueMicros: bigint, availableMicros: bigint): RunPrice['coveredBy'] {
  if (listMicros === 0n) return 'free'
  if (dueMicros === 0n) return 'allowance'
  return dueMicros <= availableMicros ? 'credits' : 'nothing'
}
