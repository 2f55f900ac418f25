/** What a run costs in this deployment, in micros of a dollar. */
export type PriceList = {
  readonly pricingVersion: string
  readonly verificationMicros: bigint
  /** For each condition that was compiled from free text. */
  readonly compileMicros: bigint
}

/** What one run asks to be paid for: the verification itself and its compiles from free text. */
export type RunWork = { readonly freeTextCompiles: number }

/** The whole price of a run, before any allowance. */
export function listPriceMicros(prices: PriceList, { freeTextCompiles }: RunWork): bigint {
  return prices.verificationMicros + prices.compileMicros * BigInt(freeTextCompiles)
}
