import { fromJsonNumber, toJsonNumber } from '@outturn/money'

/** A fee on agreed work as a share of its value, in basis points: what it will likely be, and what it is at most. */
export type FeeRate = { readonly estimatedBp: number; readonly maximumBp: number }

/** What this deployment takes of agreed work, and for how long a quote at these rates holds. */
export type WorkPrices = {
  readonly serviceFee: FeeRate
  readonly railFee: FeeRate
  readonly quoteTtlSeconds: number
}

/** The fee on work of this value. A fraction of a cent counts as a whole one, so a maximum is never exceeded. */
export function workFee(
  { estimatedBp, maximumBp }: FeeRate,
  amountCents: number,
): { estimatedCents: number; maximumCents: number } {
  return { estimatedCents: share(amountCents, estimatedBp), maximumCents: share(amountCents, maximumBp) }
}

function share(amountCents: number, basisPoints: number): number {
  const tenThousandths = fromJsonNumber(amountCents) * BigInt(basisPoints)
  return toJsonNumber((tenThousandths + 9_999n) / 10_000n)
}
