/** What the service itself costs in this deployment, in micros of a dollar. */
export type PriceList = {
  readonly pricingVersion: string
  readonly verificationMicros: bigint
  /** For each condition or policy that was compiled from free text. */
  readonly compileMicros: bigint
}

/** What is to be paid for: verification runs and compiles from free text. */
export type Work = { readonly verifications: number; readonly compiles: number }

/** A policy compiled from free text, without any run. */
export const compileWork: Work = { verifications: 0, compiles: 1 }

/** An invoice audit or a promise replay costs as much as one verification. */
export const auditWork: Work = { verifications: 1, compiles: 0 }

/** One run: the verification itself and its compiles from free text. */
export function runWork({ freeTextCompiles }: { readonly freeTextCompiles: number }): Work {
  return { verifications: 1, compiles: freeTextCompiles }
}

/** The whole price of the work, before any allowance. */
export function listPriceMicros(prices: PriceList, { verifications, compiles }: Work): bigint {
  return prices.verificationMicros * BigInt(verifications) + prices.compileMicros * BigInt(compiles)
}
