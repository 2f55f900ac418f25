/** Cents as an amount with two decimals, exact for every safe integer. */
export function moneyText(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
