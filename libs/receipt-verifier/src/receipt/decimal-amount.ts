/** Minor units of a fixed-point decimal with exactly that many digits behind the point; undefined for any other text. */
export function parseAmount(amount: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = amount.split('.')
  const hasForm = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/u.test(amount)
  return hasForm && fraction.length === decimals ? BigInt(whole + fraction) : undefined
}

/** A decimal of at most 18 digits behind the point times 10^18, so that amounts of different precision compare. */
export function scaledAmount(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}

/** Writes minor units of at least zero as the fixed-point decimal that {@link parseAmount} reads. */
export function formatAmount(minorUnits: bigint, decimals: number): string {
  const digits = minorUnits.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
