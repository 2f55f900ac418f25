import type { ReportedValue, ReportedValues } from '@outturn/agreement'
import { type ExactDecimal, exactDecimalOf, isWithin } from './exact-decimal.ts'
import type { Difference } from './match-result.ts'

/** A claim or fact with the number that its value is, parsed once for all its comparisons. */
export type Comparable = {
  readonly values: ReportedValues
  readonly decimal: ExactDecimal | null
}

export function comparableOf(values: ReportedValues): Comparable {
  return { values, decimal: exactDecimalOf(values.value) }
}

export type Comparison = { readonly toleranceBp: number; readonly currency: string }

/** The members in which a claim and a fact differ, in their fixed order. */
export function differencesOf(claim: Comparable, fact: Comparable, comparison: Comparison): Difference[] {
  const { toleranceBp, currency } = comparison
  const { value: claimed, quantity, amount_cents: amount } = claim.values
  const { value: observed, currency: observedCurrency } = fact.values
  const differences: Difference[] = []
  if (!isSameValue(claim, fact, toleranceBp)) {
    differences.push({ field: 'value', claimed: textOf(claimed), observed: textOf(observed) })
  }
  if (isFarOff(quantity, fact.values.quantity, toleranceBp)) {
    differences.push({ field: 'quantity', claimed: textOf(quantity), observed: textOf(fact.values.quantity) })
  }
  if (isFarOff(amount, fact.values.amount_cents, toleranceBp)) {
    differences.push({
      field: 'amount_cents',
      claimed: textOf(amount),
      observed: textOf(fact.values.amount_cents),
    })
  }
  if (observedCurrency !== undefined && observedCurrency !== currency) {
    differences.push({ field: 'currency', claimed: currency, observed: observedCurrency })
  }
  return differences
}

function isSameValue(claim: Comparable, fact: Comparable, toleranceBp: number): boolean {
  if (claim.decimal !== null && fact.decimal !== null) {
    return isWithin(claim.decimal, fact.decimal, toleranceBp)
  }
  return claim.values.value === fact.values.value
}

/** A member that one side lacks is not compared. */
function isFarOff(claimed: number | undefined, observed: number | undefined, toleranceBp: number): boolean {
  if (claimed === undefined || observed === undefined || claimed === observed) return false
  return !isWithin({ digits: BigInt(claimed), scale: 0 }, { digits: BigInt(observed), scale: 0 }, toleranceBp)
}

function textOf(value: ReportedValue | undefined): string | null {
  return value === undefined ? null : String(value)
}

/** A text that is equal for two values exactly when a match without tolerance takes them for one value. */
export function valueIdentity({ values, decimal }: Comparable): string {
  if (decimal !== null) return `number ${decimal.digits} ${decimal.scale}`
  return `${typeof values.value} ${values.value}`
}
