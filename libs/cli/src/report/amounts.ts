/** Cents with two decimals, as a program reads them: -1234.50. */
export function decimalAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Cents as people read them, without a currency: -1,234.50. */
export function amount(cents: number): string {
  return decimalAmount(cents).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')
}
