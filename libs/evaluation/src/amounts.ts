import type { Amounts } from '@outturn/receipt-verifier'
import type { Unitization, VerificationPlan } from '@outturn/agreement'

/** Cents as a fixed-point decimal: 150 is `1.50`. */
export function centsText(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** What the accepted units earn, in cents: their share of the agreed amount, or all of it when there is but one unit. */
export function earnedCents(plan: VerificationPlan, acceptedUnits: number): number {
  return acceptedUnits * (plan.unitization?.unit_amount_cents ?? plan.value.amount_cents)
}

export function amountsOf(plan: VerificationPlan, earned: number): Amounts {
  return {
    earned: centsText(earned),
    committed: centsText(plan.value.amount_cents),
    asset: plan.value.currency,
    decimals: 2,
  }
}

/** Whether the units add up to the agreed amount, exactly. */
export function reconciles(unitization: Unitization, amountCents: number): boolean {
  return BigInt(unitization.total_units) * BigInt(unitization.unit_amount_cents) === BigInt(amountCents)
}
